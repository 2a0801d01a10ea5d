"""The official client of the Model Context Protocol at `agon mcp`: python mcp_client.py AGON"""

import asyncio
import json
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client


async def tried(session):
    hello = await session.initialize()
    name = getattr(hello, "serverInfo", None) or hello.server_info
    assert name.name == "agon", hello
    tools = {tool.name for tool in (await session.list_tools()).tools}
    assert {"new_game", "play", "analyse", "tree", "solve"} <= tools, tools

    async def call(tool, **arguments):
        result = await session.call_tool(tool, arguments)
        failed = getattr(result, "isError", None) or getattr(result, "is_error", None)
        return failed, result.content[0].text

    failed, text = await call("new_game", game="leduc", seat=2, opponents=["random"])
    assert not failed, text
    told = json.loads(text)
    failed, text = await call("play", id=told["id"], move="I pass")
    assert failed and "not legal here" in text, text
    while told["turn"] != "over":
        failed, text = await call("play", id=told["id"], move=told["moves"][0])
        assert not failed, text
        told = json.loads(text)
    assert sum(told["end"]["payoffs"]) == 0, told
    failed, text = await call("tree", game="tic-tac-toe", moves="b2 a1", player="alpha-beta(depth=3)")
    assert not failed and "cut: " in text, text
    failed, text = await call("solve", game="nim")
    assert not failed and json.loads(text)["value"] == [1.0, -1.0], text
    rules = (await session.read_resource("agon://rules/othello")).contents[0].text
    assert json.loads(rules)["name"] == "othello", rules
    await session.send_ping()
    print(f"MCP: {len(tools)} tools, a game of leduc in {told['end']['moves'].count(' ') + 1} moves")


async def main():
    server = StdioServerParameters(command=sys.argv[1], args=["mcp", "--seed", "1"])
    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        await tried(session)


asyncio.run(main())
