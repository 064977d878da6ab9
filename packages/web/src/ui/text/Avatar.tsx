import { isServiceAccount, type MaybeProgram } from '@milepost/core/accounts/people';
import { Bot } from 'lucide-react';
import type { CSSProperties } from 'react';
import { useIntl } from 'react-intl';
import { Icon } from '../button/Icon.tsx';
import { defineMessages } from './messages.ts';
import { nameInText } from './names.ts';
import styles from './Avatar.module.css';

const messages = defineMessages({
  program: { id: 'avatar.program', defaultMessage: 'Service account' },
});

export interface AvatarProps {
  name: string;
  imageUrl?: string | null | undefined;
  size?: 16 | 20 | 24 | 32 | 40;
  /** People are round, groups and projects square. */
  shape?: 'round' | 'square';
  /** True if the name is not shown beside it. */
  alone?: boolean;
  /** The current namespace is drawn in ink; all others in their own color. */
  ink?: boolean;
}

/** An image, or initials on a color derived from the name. */
export function Avatar({ name, imageUrl, size = 24, shape = 'round', alone = false, ink = false }: AvatarProps) {
  const style = { '--size': size, '--hue': hueOf(name) } as CSSProperties;
  const meaning = alone ? { role: 'img', 'aria-label': name, 'data-tooltip': name } : { 'aria-hidden': true };
  if (imageUrl) {
    return (
      <img
        className={styles.avatar}
        data-shape={shape}
        style={style}
        src={imageUrl}
        width={size}
        height={size}
        loading="lazy"
        {...meaning}
        alt={alone ? name : ''}
      />
    );
  }
  return (
    <span className={styles.avatar} data-shape={shape} data-ink={ink || undefined} style={style} {...meaning}>
      {initialsOf(name)}
    </span>
  );
}

export interface AvatarPerson extends MaybeProgram {
  name: string;
  avatarUrl?: string | null | undefined;
  avatar_url?: string | null | undefined;
}

export interface PersonAvatarProps extends Pick<AvatarProps, 'size' | 'alone'> {
  person: AvatarPerson;
  /** True if a badge beside the name marks service accounts. */
  badged?: boolean;
}

/** The avatar of an account. That of a service account has another shape and an icon, and says so. */
export function PersonAvatar({ person, badged = false, ...look }: PersonAvatarProps) {
  const props = { ...look, name: person.name, imageUrl: person.avatarUrl ?? person.avatar_url };
  return isServiceAccount(person) ? <ProgramAvatar {...props} badged={badged} /> : <Avatar {...props} />;
}

const iconSizes = { 16: 12, 20: 14, 24: 16, 32: 18, 40: 20 } as const;

function ProgramAvatar({ name, imageUrl, size = 24, alone = false, badged }: AvatarProps & { badged: boolean }) {
  const intl = useIntl();
  const label = alone ? nameInText(intl, { name, isServiceAccount: true }) : intl.formatMessage(messages.program);
  const meaning = badged ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label, 'data-tooltip': label };
  const style = { '--size': size, '--hue': hueOf(name) } as CSSProperties;
  return (
    <span className={styles.avatar} data-shape="program" style={style} {...meaning}>
      {imageUrl ? (
        <img src={imageUrl} width={size} height={size} loading="lazy" alt="" />
      ) : (
        <Icon of={Bot} size={iconSizes[size]} />
      )}
    </span>
  );
}

export interface AvatarStackProps {
  people: readonly AvatarPerson[];
  /** How many there are in all, where `people` holds only the first. */
  total?: number;
  size?: AvatarProps['size'];
  /** The label and tooltip of the counter: "4 more assignees". */
  moreLabel(count: number): string;
}

const shown = 3;

/** The first three people, and a counter for the rest, capped at 99+. */
export function AvatarStack({ people, total = people.length, size = 24, moreLabel }: AvatarStackProps) {
  const visible = people.slice(0, shown);
  const rest = total - visible.length;
  return (
    <span className={styles.stack}>
      {visible.map((person, index) => (
        // Two people may share a name; their order does not change.
        <PersonAvatar key={`${index} ${person.name}`} person={person} size={size} alone />
      ))}
      {rest > 0 && (
        <span
          className={`${styles.avatar} ${styles.more}`}
          style={{ '--size': size } as CSSProperties}
          role="img"
          aria-label={moreLabel(rest)}
          data-tooltip={moreLabel(rest)}
        >
          {rest > 99 ? '99+' : `+${rest}`}
        </span>
      )}
    </span>
  );
}

/** One letter, or the initials of the first and the last word: "sig-node" gives SN. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s._/-]+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const first = words[0]?.match(/[\p{L}\p{N}]/u)?.[0] ?? '';
  const last = words.length > 1 ? (words.at(-1)?.match(/[\p{L}\p{N}]/u)?.[0] ?? '') : '';
  return (first + last).toUpperCase();
}

/** A hue from 0 to 359 that the same name always gets. */
export function hueOf(name: string): number {
  let hash = 0;
  for (const letter of name) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 3_600;
  return hash % 360;
}
