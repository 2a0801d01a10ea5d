// Connect Four in AssemblyScript, as a module. A position is 42 letters, row by row from the lowest: what is empty is a dot.

const COLUMNS: i32 = 7;
const ROWS: i32 = 6;
const PLACES: i32 = COLUMNS * ROWS;
const EMPTY: u8 = 46; // .
const FIRST: u8 = 88; // X
const SECOND: u8 = 79; // O

// Bytes of the memory that nothing else uses.
const board = memory.data(PLACES);
const list = memory.data(4 * COLUMNS);
const letters = memory.data(2);

function at(place: i32): u8 {
  return load<u8>(board + place);
}

// How many letters like the one on a place lie beside it in one direction.
function run(column: i32, row: i32, right: i32, up: i32): i32 {
  const letter = at(row * COLUMNS + column);
  let count = -1;
  do {
    count++;
    column += right;
    row += up;
  } while (0 <= column && column < COLUMNS && 0 <= row && row < ROWS && at(row * COLUMNS + column) == letter);
  return count;
}

function hasFour(place: i32): bool {
  const column = place % COLUMNS, row = place / COLUMNS;
  return run(column, row, 1, 0) + run(column, row, -1, 0) >= 3
    || run(column, row, 0, -1) >= 3
    || run(column, row, 1, 1) + run(column, row, -1, -1) >= 3
    || run(column, row, 1, -1) + run(column, row, -1, 1) >= 3;
}

function stones(letter: u8): i32 {
  let count = 0;
  for (let place = 0; place < PLACES; place++) count += i32(at(place) == letter);
  return count;
}

function winner(): u8 {
  for (let place = 0; place < PLACES; place++) {
    if (at(place) != EMPTY && hasFour(place)) return at(place);
  }
  return EMPTY;
}

function mover(): u8 {
  return stones(FIRST) == stones(SECOND) ? FIRST : SECOND;
}

function top(column: i32): i32 {
  let place = column;
  while (place < PLACES && at(place) != EMPTY) place += COLUMNS;
  return place;
}

export function position(): usize { return board; }
export function size(): i32 { return PLACES; }
export function codes(): usize { return list; }
export function plies(): i32 { return PLACES; }

export function start(): i32 {
  memory.fill(board, EMPTY, PLACES);
  return 1;
}

export function moves(): i32 {
  let count = 0;
  for (let column = 0; column < COLUMNS; column++) {
    if (at(PLACES - COLUMNS + column) == EMPTY) store<i32>(list + 4 * count++, column);
  }
  return count;
}

export function play(column: i32): i32 {
  const letter = mover(), place = top(column);
  store<u8>(board + place, letter);
  if (hasFour(place) || stones(EMPTY) == 0) return -1;
  return letter == FIRST ? 2 : 1;
}

export function payoff(seat: i32): i32 {
  const won = winner();
  if (won == EMPTY) return 0;
  return won == (seat == 1 ? FIRST : SECOND) ? 1 : -1;
}

export function check(): i32 {
  const firsts = stones(FIRST), seconds = stones(SECOND);
  if (firsts + seconds + stones(EMPTY) != PLACES) return -2;
  if (firsts != seconds && firsts != seconds + 1) return -2;
  // No stone lies above an empty place.
  for (let place = COLUMNS; place < PLACES; place++) {
    if (at(place) != EMPTY && at(place - COLUMNS) == EMPTY) return -2;
  }
  // Whoever has four moved last, with a stone whose loss leaves nobody with four.
  const won = winner();
  if (won == EMPTY) return firsts + seconds == PLACES ? -1 : firsts == seconds ? 1 : 2;
  if (won == (firsts == seconds ? FIRST : SECOND)) return -2;
  for (let column = 0; column < COLUMNS; column++) {
    const place = top(column) - COLUMNS;
    if (place < 0 || at(place) != won) continue;
    store<u8>(board + place, EMPTY);
    const before = winner();
    store<u8>(board + place, won);
    if (before == EMPTY) return -1;
  }
  return -2;
}

export function word(column: i32): usize {
  store<u8>(letters, u8(97 + column)); // a
  return letters;
}

export function columns(): i32 { return COLUMNS; }
export function rows(): i32 { return ROWS; }
export function piece(place: i32): i32 { return at(place) == EMPTY ? 0 : at(place); }
export function aim(column: i32): i32 { return top(column); }

// How good it looks for a seat, in thousandths of a payoff: stones in the middle count.
export function estimate(seat: i32): i32 {
  let sum = 0;
  for (let place = 0; place < PLACES; place++) {
    const column = place % COLUMNS, near = 3 - abs(column - 3);
    if (at(place) == FIRST) sum += near;
    if (at(place) == SECOND) sum -= near;
  }
  return seat == 1 ? 10 * sum : -10 * sum;
}
