// A game of Go between two of our engines, each led by the library with which Sabaki leads engines: told the whole state
// before each move, as a person does who steps through a game, takes moves back and changes the rules.
//
//   node sabaki.js AGON        (finds @sabaki/gtp by NODE_PATH)
"use strict";

const assert = require("assert");
const { Controller, ControllerStateTracker } = require("@sabaki/gtp");

const agon = process.argv[2];
const open = (player) => {
    const controller = new Controller(agon, ["engine", "gtp", "--game", "go(size=9)", "--player", player]);
    controller.on("stderr", ({ content }) => console.error(content));
    controller.start();
    return { controller, tracker: new ControllerStateTracker(controller) };
};
const ask = async (engine, name, ...args) => {
    const { error, content } = await engine.tracker.queueCommand({ name, args });
    assert(!error, `${name} ${args}: ${content}`);
    return content;
};

async function main() {
    const engines = [open("greedy"), open("mcts(iterations=30)")];
    const begun = { komi: 5.5, boardsize: [7, 7], timeSettings: { mainTime: 600, byoyomiTime: 0, byoyomiStones: 0 } };
    const history = [{ name: "set_free_handicap", args: ["C3", "E5"] }];
    let genmoves = 0;
    const turn = async (number, colour) => {
        const engine = engines[number];
        await engine.tracker.sync({ ...begun, history });
        const vertex = await ask(engine, "genmove", colour);
        assert.match(vertex, /^([A-HJ][1-9]|pass|resign)$/i);
        genmoves += 1;
        history.push({ name: "play", args: [colour, vertex] });
        return vertex.toLowerCase();
    };
    const same = async () => {
        const boards = [];
        for (const engine of engines) {
            await engine.tracker.sync({ ...begun, history });
            boards.push(await ask(engine, "showboard"));
        }
        assert.strictEqual(boards[0], boards[1]);
    };
    for (let move = 0, passes = 0; move < 60 && passes < 2; move += 1) {
        const said = await turn(move % 2, move % 2 ? "B" : "W");
        passes = said === "pass" ? passes + 1 : 0;
    }
    await same();
    assert(8 < history.length);
    // Five moves back, and on from there; then another komi, and a larger board.
    history.length -= 5;
    await same();
    await turn(0, history[history.length - 1].args[0] === "B" ? "W" : "B");
    await same();
    Object.assign(begun, { komi: 0.5, boardsize: [9, 9] });
    history.length = 0;
    await turn(1, "B");
    await same();
    for (const { controller } of engines) {
        await controller.stop(3000);
    }
    console.log(`Sabaki's library: ${genmoves} moves, taken back and changed in between`);
}

main().catch((error) => {
    console.error(error);
    process.exit(1);
});
