// Searches of the same tree side by side, on one clock: each shows what it knows once it has looked at so many positions.

import { film } from './film.js';
import { Nodes } from './nodes.js';
import { figure, say, step } from './page.js';
import { Stage } from './stage.js';

/** Addresses have an end: of so many positions it is asked what plays have told. */
const MOST_ASKED = 400;

const race = document.getElementById('race');
const slider = document.getElementById('slider');

/** One of the searches. `clock` has the moment at which it has looked at one position, at two, and so on. */
class Lane {
  constructor({ tree, clock }, section) {
    [this.clock, this.section] = [clock, section];
    this.nodes = new Nodes(tree);
    this.stage = new Stage(section.querySelector('.stagebox'), this.nodes, (id) => this.stage.toggle(this.nodes.at(id)));
    this.stage.resized = () => this.draw();
  }

  /** Shows it as it stands once so many positions were looked at, unless another moment is wanted by then. */
  async show(count, isWanted) {
    const { nodes, stage, clock, section } = this;
    const plays = nodes.tree.has_plays ? `?rows=${Array.from(stage.places.keys(), (own) => own.node.id).slice(0, MOST_ASKED)}` : '';
    const moment = await nodes.get(`${nodes.path}/moments/${clock[Math.min(count, clock.length) - 1]}${plays}`);
    nodes.ahead(moment.path.slice(0, -1));
    await nodes.reach(moment.places);
    if (!isWanted()) return;
    this.moment = moment;
    for (const own of nodes.all.values()) own.sample = null;
    for (const one of moment.samples) if (nodes.at(one.id)) nodes.at(one.id).sample = one;
    this.draw();
    const isOver = count >= clock.length;
    section.classList.toggle('over', isOver);
    section.querySelector('.found').hidden = !isOver;
    section.querySelector('.now').textContent = isOver ? '' : moment.sentence;
    section.querySelector('meter').value = Math.min(count, clock.length);
  }

  draw() {
    if (this.moment) this.stage.show(this.moment.moment, this.nodes.at(this.moment.node.id), false);
  }
}

const sections = race.querySelectorAll('.lane');
const lanes = JSON.parse(document.getElementById('race-data').textContent).map((lane, at) => new Lane(lane, sections[at]));
const last = Math.max(...lanes.map(({ clock }) => clock.length)) - 1;
// What was asked for last, and the way there.
let aim = 0;
let going = Promise.resolve();

/** Has all of them look at one position more than `to`. If another number is asked for meanwhile, only that one is shown. */
function go(to) {
  aim = Math.max(0, Math.min(last, to));
  const wanted = aim;
  race.setAttribute('aria-busy', 'true');
  going = going.catch(() => {}).then(async () => {
    if (wanted !== aim) return;
    try {
      await Promise.all(lanes.map((lane) => lane.show(wanted + 1, () => wanted === aim)));
      if (wanted !== aim) return;
      slider.value = String(wanted + 1);
      const where = say('raced', figure(wanted + 1), figure(last + 1));
      slider.setAttribute('aria-valuetext', where);
      document.getElementById('where').textContent = where;
    } finally {
      if (wanted === aim) race.setAttribute('aria-busy', 'false');
    }
  });
  return going;
}

const steps = document.getElementById('steps');
steps.addEventListener('click', (event) => {
  const to = step(event.target.closest('[data-step]')?.dataset.step, aim, last);
  if (to !== undefined) go(to);
});
slider.addEventListener('input', () => go(Number(slider.value) - 1));
steps.hidden = false;

const all = (deed) => (...by) => { for (const { stage } of lanes) stage[deed](...by); };
const stage = { root: race, zoom: all('zoom'), fit: all('fit') };
const at = film({ stage, step: go, fold: () => {}, last, now: () => aim, played: () => {}, begin: 0 });
await Promise.all(lanes.map((lane) => lane.stage.begin()));
await go(at);
