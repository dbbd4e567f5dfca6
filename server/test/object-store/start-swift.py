"""OpenStack Swift with its S3 interface, small enough for a test: one copy of everything, objects in memory.

Usage: swift.py FOLDER PORT ACCESS_KEY SECRET_KEY. It says "ready" on its standard output and ends with its
standard input, so that it never outlives the test that started it.
"""

import ctypes
import gc
import json
import os
import signal
import socket
import sys
import time

# No host name is resolved here, and eventlet's own resolver takes long to import.
os.environ['EVENTLET_NO_GREENDNS'] = 'yes'

import eventlet

# Each of the four servers does this when it starts and runs the garbage collector once per lock, which takes most of a
# second. Done once before the fork and without the collector, a store starts in a quarter of the processor time. Each
# server then creates its own event loop.
collect, gc.collect = gc.collect, lambda: 0
eventlet.monkey_patch(all=False, socket=True, select=True, thread=True)
gc.collect = collect

folder, port, access_key, secret_key = sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4]

import swift.common.utils as utils

# Without a suffix Swift reads a file under /etc.
utils.HASH_PATH_SUFFIX = b'test'

from swift.common.ring import RingBuilder
from swift.common.wsgi import run_wsgi


def free_port():
    with socket.socket() as probe:
        probe.bind(('127.0.0.1', 0))
        return probe.getsockname()[1]


class Cache:
    """Replaces memcached, which a Swift of many processes needs; without it every call looks up account and bucket again."""

    def __init__(self):
        self.entries = {}

    def get(self, key, **_):
        return json.loads(self.entries.get(key, 'null'))

    def set(self, key, value, **_):
        # A missing account or bucket is not cached, because it may be created next.
        if not (isinstance(value, dict) and value.get('status') in (404, 410)):
            self.entries[key] = json.dumps(value)

    def delete(self, key, **_):
        self.entries.pop(key, None)


def cache(_global_conf, **_):
    one = Cache()

    def with_cache(app):
        def call(env, start_response):
            env['swift.cache'] = one
            return app(env, start_response)

        return call

    return with_cache


common = f"""
[DEFAULT]
bind_ip = 127.0.0.1
swift_dir = {folder}
devices = {folder}/devices
mount_check = false
workers = 0
user =
log_level = ERROR
log_address = {folder}/no-syslog
"""

# A short timeout would expire on a busy machine, and a listing would be stale for a moment.
timeouts = """
node_timeout = 120
conn_timeout = 60
container_update_timeout = 120
"""

proxy = f"""
[pipeline:main]
pipeline = catch_errors gatekeeper healthcheck cache listing_formats s3api tempauth slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true{timeouts}
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:healthcheck]
use = egg:swift#healthcheck
[filter:cache]
paste.filter_factory = __main__:cache
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:slo]
use = egg:swift#slo
[filter:tempauth]
use = egg:swift#tempauth
"""

parts = {'account': 'account', 'container': 'container', 'object': 'mem_object'}
ports = [port]


def write(name, text):
    path = os.path.join(folder, name)
    with open(path, 'w') as file:
        file.write(text)
    return path


def start(config, section):
    if os.fork() == 0:
        # PR_SET_PDEATHSIG ends each server with this process; they leave its process group, so nothing else would.
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)
        os._exit(run_wsgi(config, section) or 0)


os.makedirs(os.path.join(folder, 'devices', 'd1'), exist_ok=True)
for part, app in parts.items():
    part_port = free_port()
    ports.append(part_port)
    builder = RingBuilder(part_power=4, replicas=1, min_part_hours=0)
    builder.add_dev({
        'id': 0, 'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': part_port, 'device': 'd1', 'weight': 1.0,
    })
    builder.rebalance()
    builder.get_ring().save(os.path.join(folder, f'{part}.ring.gz'))
    config = write(f'{part}.conf', f'''{common}bind_port = {part_port}
[pipeline:main]
pipeline = {part}-server
[app:{part}-server]
use = egg:swift#{app}{timeouts}
''')
    start(config, f'{part}-server')

user, _, account_key = access_key.partition(':')
config = write('proxy.conf', f'{common}bind_port = {port}\n{proxy}user_{user}_{account_key} = {secret_key} .admin\n')
start(config, 'proxy-server')

deadline = time.time() + 120
while ports and time.time() < deadline:
    try:
        socket.create_connection(('127.0.0.1', ports[0]), 1).close()
        ports.pop(0)
    except OSError:
        time.sleep(0.05)
print('ready', flush=True)
sys.stdin.read()
