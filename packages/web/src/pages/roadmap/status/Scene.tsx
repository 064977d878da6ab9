import styles from './status.module.css';

/** A signpost on an empty timeline. */
export function Scene() {
  return (
    <svg className={styles.scene} viewBox="0 0 280 148" fill="none" aria-hidden="true">
      <g stroke="var(--line-strong)" strokeDasharray="2 5" strokeLinecap="round">
        <path d="M30 10v122M85 10v122M140 10v122M195 10v122M250 10v122" />
      </g>
      <rect x="20" y="26" width="92" height="16" rx="4" fill="var(--epic-blue-tint)" />
      <rect x="56" y="54" width="84" height="16" rx="4" fill="var(--epic-purple-tint)" />
      <rect x="98" y="82" width="58" height="16" rx="4" fill="var(--epic-green-tint)" />
      <path d="M8 138h264" stroke="var(--line-control)" strokeWidth="2" strokeLinecap="round" />
      <rect x="197" y="14" width="8" height="124" rx="4" fill="var(--text)" />
      <path
        d="M176 26h58l17 14-17 14h-58a5 5 0 0 1-5-5V31a5 5 0 0 1 5-5Z"
        fill="var(--accent)"
        stroke="var(--surface)"
        strokeWidth="3"
      />
      <path
        d="M227 62h-58l-17 14 17 14h58a5 5 0 0 0 5-5V67a5 5 0 0 0-5-5Z"
        fill="light-dark(#4f9aa1, #2f8d96)"
        stroke="var(--surface)"
        strokeWidth="3"
      />
    </svg>
  );
}
