"""OpenStack Swift with its S3 interface, as one process: a single node that keeps objects in memory.

Usage: serve_bucket.py FOLDER. Prints its port once it listens, and ends with its standard input.
"""
import os
import sys

import eventlet

eventlet.monkey_patch()

from eventlet import hubs, wsgi  # noqa: E402
from swift.common import utils  # noqa: E402
from swift.common.http_protocol import SwiftHttpProtocol  # noqa: E402
from swift.common.ring import RingBuilder  # noqa: E402

FOLDER = sys.argv[1]

SWIFT = """
[swift-hash]
swift_hash_path_suffix = carpeta
[storage-policy:0]
name = single
default = yes
"""

PROXY = """
[DEFAULT]
swift_dir = {folder}
log_level = CRITICAL
[pipeline:main]
pipeline = s3api tempauth bulk slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:s3api]
use = egg:swift#s3api
[filter:tempauth]
use = egg:swift#tempauth
user_carpeta_portal = S3creta .admin
[filter:bulk]
use = egg:swift#bulk
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
"""


def path(name):
    return os.path.join(FOLDER, name)


def write(name, text):
    with open(path(name), "w") as file:
        file.write(text)


def make_ring(name, port):
    """One device, without copies."""
    builder = RingBuilder(part_power=1, replicas=1, min_part_hours=0)
    node = {"id": 0, "region": 1, "zone": 1, "weight": 1, "device": "disk", "meta": ""}
    for prefix in ("", "replication_"):
        node[prefix + "ip"], node[prefix + "port"] = "127.0.0.1", port
    builder.add_dev(node)
    builder.rebalance()
    builder.get_ring().save(path(name + ".ring.gz"))


def serve(app, socket):
    log = open(os.devnull, "w")
    eventlet.spawn(wsgi.server, socket, app, log, protocol=SwiftHttpProtocol,
                   log_output=False, max_size=256)


def listen():
    socket = eventlet.listen(("127.0.0.1", 0))
    return socket, socket.getsockname()[1]


class NoCache:
    """In place of a memcached: every request asks the account and the container."""

    def get(self, *_, **__):
        return None

    set = delete = incr = get


def without_cache(app):
    def answer(env, start_response):
        env["swift.cache"] = NoCache()
        return app(env, start_response)
    return answer


os.makedirs(path("disk"))
write("swift.conf", SWIFT)
write("proxy.conf", PROXY.format(folder=FOLDER))
utils.set_swift_dir(FOLDER)

# These read the configuration when they are loaded.
from swift.account.server import AccountController  # noqa: E402
from swift.common.storage_policy import reload_storage_policies  # noqa: E402
from swift.common.wsgi import loadapp  # noqa: E402
from swift.container.server import ContainerController  # noqa: E402
from swift.obj.mem_server import ObjectController  # noqa: E402

reload_storage_policies()
utils.validate_configuration()
conf = {"devices": FOLDER, "mount_check": "false", "swift_dir": FOLDER, "log_level": "CRITICAL"}
controllers = {
    "account": AccountController,
    "container": ContainerController,
    "object": ObjectController,
}
backends = {name: listen() for name in controllers}
for name, (socket, port) in backends.items():
    make_ring(name, port)
for name, (socket, port) in backends.items():
    serve(controllers[name](conf), socket)
socket, port = listen()
serve(without_cache(loadapp(path("proxy.conf"))), socket)
print(port, flush=True)
hubs.trampoline(sys.stdin.fileno(), read=True)
