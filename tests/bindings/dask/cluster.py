"""One cluster of two processes for all tests."""

import atexit
import logging

from distributed import Client, LocalCluster

_client = None


def client():
    global _client
    if _client is None:
        logging.getLogger('distributed').setLevel(logging.ERROR)
        cluster = LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=':0',
                               silence_logs=logging.CRITICAL)
        _client = Client(cluster)
        atexit.register(_end, cluster)
    return _client


def _end(cluster):
    _client.close()
    cluster.close()
