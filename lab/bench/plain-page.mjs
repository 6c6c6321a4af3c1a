/**
 * The page of a plain Firefox that nobody drives: it asks the bench over HTTP what to do next and posts what came of it. `bare-page` is the
 * app's.
 */
import * as bare from 'bare-page';

const query = new URLSearchParams(location.search);
const say = async (path, body) =>
  (await fetch(`${query.get('bench')}/${path}`, { method: 'POST', body: JSON.stringify(body) })).json();

const ids = query.get('ids').split(',').map(Number);
const sockets = await bare.connect(ids);
for (let plan = await say('next', { ids }); plan !== null; ) {
  const result = bare.run(sockets, plan);
  // Answered when every page listens.
  await say('listening', { ids });
  if (ids.includes(1)) bare.begin(sockets);
  plan = await say('next', { ids, result: await result });
}
