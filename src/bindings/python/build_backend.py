"""What pip asks to build the package from source (PEP 517): make does it, with a C compiler and libzstd's headers, for this machine."""

import glob
import os
import shutil
import subprocess
import tempfile

import make_wheel

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), '..', '..', '..'))


def _make(target, pattern, directory):
    with tempfile.TemporaryDirectory() as build:
        jobs = str(os.cpu_count() or 1)
        done = subprocess.run(['make', '-C', ROOT, '-j', jobs, f'BUILD={build}', 'ARCHIVE=none', target], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, check=False)
        if done.returncode != 0:
            raise RuntimeError(f'make {target}:\n' + done.stdout.decode(errors='replace')[-4000:])
        made, = glob.glob(os.path.join(build, pattern))
        shutil.copy(made, directory)
        return os.path.basename(made)


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    """Without it pip would build the library twice."""
    name = f'pgnpack-{make_wheel.VERSION}.dist-info'
    os.mkdir(os.path.join(metadata_directory, name))
    with open(os.path.join(metadata_directory, name, 'METADATA'), 'w', encoding='utf-8') as file:
        file.write(make_wheel.metadata())
    return name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    return _make('wheel', 'python/*.whl', wheel_directory)


def build_sdist(sdist_directory, config_settings=None):
    return _make('sdist', 'sdist/*.tar.gz', sdist_directory)
