import { jest } from '@jest/globals';
import { DrawingQueue } from './drawing-queue.ts';

/** A queue whose turns come when the test says so. */
function queue() {
  let turn = () => {};
  const drawings = new DrawingQueue(
    () =>
      new Promise((resolve) => {
        turn = resolve;
      }),
  );
  const pass = async () => {
    turn();
    await new Promise((resolve) => setImmediate(resolve));
  };
  const drawn: string[] = [];
  const add = (owner: object, name: string) => drawings.add(owner, () => void drawn.push(name));
  return { drawings, drawn, pass, add };
}

test('charts are drawn one at a time, in the order in which they came', async () => {
  const { drawings, drawn, pass, add } = queue();
  add({}, 'one');
  add({}, 'two');
  expect([drawn, drawings.busy()]).toEqual([[], true]);
  await pass();
  expect([drawn, drawings.busy()]).toEqual([['one'], true]);
  await pass();
  await pass();
  expect([drawn, drawings.busy()]).toEqual([['one', 'two'], false]);
});

test('a chart that changes while it waits is drawn once, and one that goes not at all', async () => {
  const { drawings, drawn, pass, add } = queue();
  const [changed, gone] = [{}, {}];
  add(changed, 'old');
  add(gone, 'gone');
  add(changed, 'new');
  drawings.drop(gone);
  await pass();
  await pass();
  expect([drawn, drawings.busy()]).toEqual([['new'], false]);
});

test('a chart that cannot be drawn is not in the way of the others', async () => {
  const { drawings, drawn, pass, add } = queue();
  const said = jest.spyOn(console, 'error').mockImplementation(() => {});
  drawings.add({}, () => {
    throw new Error('no room');
  });
  add({}, 'other');
  await pass();
  await pass();
  await pass();
  expect([drawn, drawings.busy()]).toEqual([['other'], false]);
  expect(said).toHaveBeenCalledWith(expect.objectContaining({ message: 'no room' }));
  said.mockRestore();
});

test('what was drawn can be drawn again', async () => {
  const { drawn, pass, add } = queue();
  const owner = {};
  add(owner, 'first');
  await pass();
  await pass();
  add(owner, 'again');
  await pass();
  expect(drawn).toEqual(['first', 'again']);
});
