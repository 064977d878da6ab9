import { firstPaintTried } from './head-start.ts';
import '../styles/base.css';

/** The longest time, in milliseconds, that the application waits for a first paint: on a slow line it starts while the rows come. */
const FIRST_PAINT_TIMEOUT_MS = 100;

loadFaces(document);
// Running the code of the application keeps the browser from drawing rows that have come.
void Promise.race([firstPaintTried, new Promise((resolve) => setTimeout(resolve, FIRST_PAINT_TIMEOUT_MS))])
  .then(() => import('./start.tsx'))
  .then(({ startApplication }) => startApplication(document));

/**
 * Preloads the fonts that every page uses. Otherwise the browser discovers them during the first layout, which it then repeats
 * with the right font.
 */
function loadFaces({ fonts }: Document): void {
  for (const face of ['Hanken Grotesk Variable', 'Overpass Variable']) {
    void fonts?.load(`13px '${face}'`).catch(() => undefined);
  }
}
