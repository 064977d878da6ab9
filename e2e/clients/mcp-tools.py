"""The tools of the MCP server through the official client of Python. Prints `ok STEP`; exits with the traceback of a failing
step.
"""

import asyncio
import os

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

address = os.environ["MILEPOST_URL"] + "/api/v4/mcp"
token = os.environ["MILEPOST_TOKEN"]
name = os.environ["MILEPOST_NAME"]
REVISION = "2026-07-28"
# The handshake of the revisions before that one, that revision without asking the server, and the one that the client agrees on.
MODES = ("legacy", REVISION, "auto")
TOOLS = ["search", "read", "create", "update", "comment", "plan"]


def ok(step):
    print("ok", step, flush=True)


def connect(http, mode):
    return Client(streamable_http_client(address, http_client=http), mode=mode)


async def call(client, tool, arguments):
    """The data of a result. A result that reports a failure ends the scenario."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, (tool, result.content)
    return result.structured_content


async def use_tools(client, group, prefix):
    made = await call(client, "create", {"in": group, "type": "epic", "title": prefix + " epic"})
    reference = made["item"]["reference"]
    assert made["item"]["title"] == prefix + " epic", made
    changed = await call(client, "update", {"item": reference, "title": prefix + " renamed"})
    assert changed["changed"]["title"] == {"from": prefix + " epic", "to": prefix + " renamed"}, changed
    await call(client, "comment", {"item": reference, "body": "From Python"})
    read = await call(client, "read", {"item": reference})
    assert [comment["body"] for comment in read["comments"]] == ["From Python"], read
    found = await call(client, "search", {"query": prefix + " renamed", "in": group})
    assert [item["reference"] for item in found["items"]] == [reference], found
    changes = [{"action": "update", "item": reference, "state": "closed"}]
    preview = await call(client, "plan", {"changes": changes})
    assert preview["dry_run"] is True and preview["change_set"] is None, preview
    planned = await call(client, "plan", {"changes": changes, "dry_run": False})
    assert (await call(client, "read", {"item": reference}))["item"]["state"] == "closed", reference
    await call(client, "plan", {"undo": planned["change_set"], "dry_run": False})
    assert (await call(client, "read", {"item": reference}))["item"]["state"] == "opened", reference
    missing = await client.call_tool("read", {"item": group + "&9999"})
    assert missing.is_error, missing


async def main():
    async with httpx2.AsyncClient(headers={"authorization": "Bearer " + token}) as http:
        answer = await http.post(
            os.environ["MILEPOST_URL"] + "/api/v4/groups", json={"name": name, "path": name, "visibility": "private"}
        )
        assert answer.status_code == 201, answer.text
        group = answer.json()
        ok("groups")
        for mode in MODES:
            async with connect(http, mode) as client:
                if mode != REVISION:
                    assert client.server_info.name == "milepost" and client.server_info.version, client.server_info
                    assert client.server_capabilities.tools is not None
                listed = (await client.list_tools()).tools
                assert [tool.name for tool in listed] == TOOLS, listed
                await use_tools(client, name, mode)
        ok("tools")
        answer = await http.delete(os.environ["MILEPOST_URL"] + "/api/v4/groups/" + str(group["id"]))
        assert answer.status_code == 202, answer.text
        ok("clean-up")


asyncio.run(main())
