"""OpenStack Swift with its S3 interface, for tests: proxy, account, container and object server in one process.

Usage: swift-server.py <folder> <port>, where the folder contains swift.conf and a configuration for each server. One
process that builds its rings in memory starts much faster than four processes and three runs of the ring builder.
"""

import array
import logging
import os
import sys

import eventlet
import eventlet.wsgi
from swift.common import utils, wsgi
from swift.common.ring import RingData

STORES = ("account", "container", "object")
ONE_PARTITION_SHIFT = 32


class NoCache:
    """A cache that stores nothing: tempauth requires a cache, and changes must take effect immediately."""

    def __getattr__(self, _name):
        return lambda *_args, **_options: None


def no_cache(_global_conf, **_conf):
    """Creates the cache filter that the proxy's pipeline names."""

    def wrap(app):
        def serve(env, start_response):
            env["swift.cache"] = NoCache()
            return app(env, start_response)

        return serve

    return wrap


def check_xattrs(folder):
    try:
        os.setxattr(folder, "user.gossamer", b"1")
    except OSError as error:
        sys.exit(
            f"Swift keeps objects' properties in extended attributes, which the file system of {folder} lacks "
            f"({error.strerror}). Set TMPDIR to a folder on one that has them, such as ext4 or xfs."
        )


def write_ring(folder, store, port):
    device = {"id": 0, "region": 1, "zone": 1, "weight": 1, "device": "d1", "meta": "", "ip": "127.0.0.1", "port": port}
    device |= {"replication_ip": device["ip"], "replication_port": port}
    ring = RingData([array.array("H", [0])], [device], ONE_PARTITION_SHIFT)
    ring.save(os.path.join(folder, f"{store}.ring.gz"))


def serve(folder, name, sock):
    app = wsgi.loadapp(os.path.join(folder, f"{name}-server.conf"), global_conf={"log_name": name})
    # Same options as Swift's run_server. Capitalizing would change "ETag" to "Etag", which S3 clients do not recognize.
    options = {"protocol": wsgi.SwiftHttpProtocol, "capitalize_response_headers": False, "socket_timeout": 60}
    return eventlet.spawn(eventlet.wsgi.server, sock, app, wsgi.NullLogger(), **options)


def main(folder, port):
    check_xattrs(folder)
    # Log to standard error instead of the system log.
    utils.ThreadSafeSysLogHandler = lambda **_options: logging.StreamHandler()
    eventlet.hubs.use_hub(utils.get_hub())
    utils.eventlet_monkey_patch()
    utils.set_swift_dir(folder)
    socks = {store: eventlet.listen(("127.0.0.1", 0)) for store in STORES}
    for store, sock in socks.items():
        write_ring(folder, store, sock.getsockname()[1])
    socks["proxy"] = eventlet.listen(("127.0.0.1", port))
    for server in [serve(folder, name, sock) for name, sock in socks.items()]:
        server.wait()


main(sys.argv[1], int(sys.argv[2]))
