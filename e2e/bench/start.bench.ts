// Time until the server responds: on the very first start, and on every later one.
import { figure, percentile, printTable } from './lib/figures.ts';
import { freshData, serve } from './lib/milepost.ts';

const data = freshData();
const first = await serve(data.folder);
await first.stop();
const later: number[] = [];
for (let run = 0; run < 5; run++) {
  const server = await serve(data.folder);
  later.push(server.startedIn);
  await server.stop();
}
data.remove();
printTable(
  'Start-up',
  ['start', 'ms'],
  [
    ['first: makes the database, runs every migration', figure(first.startedIn)],
    ['every later one, median of 5', figure(percentile(later, 0.5))],
  ],
);
