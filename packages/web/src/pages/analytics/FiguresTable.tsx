import { cellsOf, type Figures } from './figures.ts';
import styles from './analytics.module.css';

/** The numbers of a chart. */
export function FiguresTable({ label, figures }: { label: string; figures: Figures }) {
  const [heads = [], ...rows] = cellsOf(figures);
  return (
    // A long table scrolls by itself, also by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroller without a tab stop cannot be scrolled by keyboard
    <div className={styles.scroller} tabIndex={0} role="region" aria-label={label}>
      <table className={styles.table}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first = '', ...cells]) => (
            <tr key={first}>
              <th scope="row">{first}</th>
              {cells.map((cell, index) => (
                <td key={heads[index + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
