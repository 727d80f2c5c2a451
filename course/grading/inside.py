"""The first program inside the sandbox: give up rights, set limits, then become the kernel.

Called as `python inside.py SETTINGS KERNEL…`, where SETTINGS is JSON. Standard library only; it
stands alone, because nothing else of the grader is to be seen inside.
"""

import json
import os
import sys


def main(settings, command):
    """settings: {"uid": int or null, "limits": {name: number}, "folder": path}. Never returns."""
    import resource

    for name, value in settings["limits"].items():
        limit = getattr(resource, "RLIMIT_" + name)
        _, most = resource.getrlimit(limit)
        value = value if most == resource.RLIM_INFINITY else min(value, most)
        resource.setrlimit(limit, (value, value))
    uid = settings["uid"]
    if uid is not None:
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)
        if os.getuid() == 0 or os.geteuid() == 0:
            sys.exit("still root")
    os.chdir(settings["folder"])
    os.execv(command[0], command)


if __name__ == "__main__":
    main(json.loads(sys.argv[1]), sys.argv[2:])
