import type { CSSProperties } from 'react';
import { Avatar, PersonAvatar } from '../ui/text/Avatar.tsx';
import type { ChoiceIconSpec } from './kinds.ts';
import styles from './filter-bar.module.css';

/** The icon of a value: 16 px in a token, 32 in the list. */
export function ChoiceIcon({ icon, size }: { icon: ChoiceIconSpec; size: 16 | 32 }) {
  switch (icon.kind) {
    case 'namespace':
      return <Avatar name={icon.name} imageUrl={icon.imageUrl} shape="square" size={size} />;
    case 'person':
      return <PersonAvatar person={icon.person} size={size} />;
    case 'color':
      return (
        <i className={styles.dot} data-size={size} style={{ '--label': icon.color } as CSSProperties} aria-hidden />
      );
    case 'emoji':
      return (
        <span className={styles.emoji} data-size={size} aria-hidden>
          {icon.text}
        </span>
      );
    default:
      return icon satisfies never;
  }
}
