"""OpenStack Swift with its S3 API, as one process: account, container, object and proxy server, for tests.

Usage: swift_with_s3.py FOLDER DOMAIN. Prints the port of the S3 API, and ends when its standard input closes.
"""
import eventlet

eventlet.monkey_patch()

import os
import sys

from eventlet import wsgi
from swift.common import storage_policy, utils
from swift.common.ring import RingBuilder
from swift.common.wsgi import loadapp

folder, domain = sys.argv[1:3]
devices = os.path.join(folder, "devices")
os.makedirs(os.path.join(devices, "d"), exist_ok=True)


def stores_attributes():
    """The object server keeps metadata in attributes of files; where the file system has none, objects are in memory."""
    try:
        os.setxattr(devices, b"user.milepost", b"1")
        return True
    except OSError:
        return False


def write(name, text):
    path = os.path.join(folder, name)
    with open(path, "w") as file:
        file.write(text)
    return path


utils.SWIFT_CONF_FILE = write(
    "swift.conf",
    "[swift-hash]\nswift_hash_path_suffix = test\n[storage-policy:0]\nname = only\ndefault = yes\n",
)
utils.validate_hash_conf()
storage_policy.reload_storage_policies()

sockets = {name: eventlet.listen(("127.0.0.1", 0)) for name in ("account", "container", "object", "proxy")}
for name in ("account", "container", "object"):
    port = sockets[name].getsockname()[1]
    ring = RingBuilder(2, 1, 0)
    ring.add_dev(
        {
            "id": 0, "region": 1, "zone": 1, "weight": 1, "device": "d",
            "ip": "127.0.0.1", "port": port, "replication_ip": "127.0.0.1", "replication_port": port,
        }
    )
    ring.rebalance()
    ring.get_ring().save(os.path.join(folder, f"{name}.ring.gz"))

common = f"""[DEFAULT]
swift_dir = {folder}
devices = {devices}
mount_check = false
disable_fallocate = true
fallocate_reserve = 0
log_level = ERROR
log_address = /nowhere
# By default a container is updated in the background after a second, and not at all if it does not accept a connection within half a second:
# on a busy machine a list then lacks what was just written.
container_update_timeout = 120
conn_timeout = 120
node_timeout = 120
"""
objects = "object" if stores_attributes() else "mem_object"
apps = {
    name: write(f"{name}.conf", f"{common}[pipeline:main]\npipeline = app\n[app:app]\nuse = egg:swift#{egg}\n")
    for name, egg in (("account", "account"), ("container", "container"), ("object", objects))
}
apps["proxy"] = write(
    "proxy.conf",
    f"""{common}
[pipeline:main]
pipeline = catch_errors gatekeeper listing_formats s3api tempauth copy slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
storage_domain = {domain}
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
""",
)


class NoCache:
    """In place of memcached, which would need another server: nothing is cached."""

    def get(self, key, **_options):
        return None

    def set(self, key, value, **_options):
        pass

    def delete(self, key, **_options):
        pass

    def incr(self, key, delta=1, **_options):
        return delta


def with_cache(app):
    def call(env, start_response):
        env["swift.cache"] = NoCache()
        return app(env, start_response)

    return call


silent = open(os.devnull, "w")
for name, conf in apps.items():
    app = loadapp(conf, global_conf={"__file__": conf, "log_name": name})
    app = with_cache(app) if name == "proxy" else app
    eventlet.spawn(wsgi.server, sockets[name], app, log=silent, keepalive=True)

print(sockets["proxy"].getsockname()[1], flush=True)
eventlet.tpool.execute(sys.stdin.read)
os._exit(0)
