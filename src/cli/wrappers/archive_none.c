/* Built without libarchive (make ARCHIVE=none): of wrappers, gzip and zstd are read. */
#include "cli/wrappers/layer.h"

int layer_open_archive(struct layer *layer)
{
    return layer_fail(
        layer, EXIT_FAILED,
        "is %s data, which this build of pgnpack cannot take apart, only .gz and .zst; unpack it first, or "
        "pack it as it is with --no-unwrap",
        wrapper_name(layer->wrapper));
}
