import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { Logo } from './Logo.tsx';
import styles from './EntrancePage.module.css';

/** The layout of sign-in pages: a form or section at the left, a static roadmap at the right. */
export function EntrancePage({ children }: { children: ReactNode }) {
  return (
    <div className={styles.page}>
      <main className={styles.side} id="content">
        <div>
          <Logo withName />
        </div>
        <div className={styles.content}>{children}</div>
        <p className={styles.foot}>
          <FormattedMessage
            id="entrance.foot"
            defaultMessage="{host} · Milepost is free software."
            values={{ host: window.location.host }}
          />
        </p>
      </main>
      <div className={styles.art} aria-hidden="true">
        <svg viewBox="0 0 840 900" preserveAspectRatio="xMidYMid slice">
          {columns.map((x) => (
            <path key={x} d={`M${x} 0v900`} stroke="#fff" strokeOpacity=".07" />
          ))}
          {bars.map(([x, width, color], index) => (
            <rect key={x} x={x} y={96 + index * 54} width={width} height="26" rx="5" fill={color} opacity=".55" />
          ))}
          <path d="M440 0v900" stroke="#8fe0e6" strokeWidth="2" />
          <path d="M433 0h14l-7 9z" fill="#8fe0e6" />
        </svg>
      </div>
    </div>
  );
}

/** Classes for the form in it. */
export const entranceLook = styles;

const columns = [40, 140, 240, 340, 440, 540, 640, 740, 840];
const bars: readonly [x: number, width: number, color: string][] = [
  [-40, 330, '#1d6a72'],
  [180, 300, '#2a8088'],
  [60, 220, '#1d6a72'],
  [330, 420, '#2f8d96'],
  [140, 260, '#1d6a72'],
  [470, 380, '#2a8088'],
  [260, 300, '#1d6a72'],
  [620, 420, '#2f8d96'],
  [420, 240, '#2a8088'],
  [560, 420, '#1d6a72'],
  [-60, 400, '#1d6a72'],
  [300, 360, '#2a8088'],
];
