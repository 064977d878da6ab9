import type { CSSProperties } from 'react';
import { Avatar } from '../ui/text/Avatar.tsx';
import type { Picture } from './kinds.ts';
import styles from './filter-bar.module.css';

/** The picture of a value: 16 px in a token, 32 in the list. */
export function ChoicePicture({ picture, size }: { picture: Picture; size: 16 | 32 }) {
  switch (picture.kind) {
    case 'avatar':
      return <Avatar name={picture.name} imageUrl={picture.imageUrl} shape={picture.shape} size={size} />;
    case 'color':
      return (
        <i className={styles.dot} data-size={size} style={{ '--label': picture.color } as CSSProperties} aria-hidden />
      );
    case 'emoji':
      return (
        <span className={styles.emoji} data-size={size} aria-hidden>
          {picture.text}
        </span>
      );
    default:
      return picture satisfies never;
  }
}
