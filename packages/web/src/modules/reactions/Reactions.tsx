import { SmilePlus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { type IntlShape, useIntl } from 'react-intl';
import { RequestError } from '../../platform/api/errors.ts';
import { session } from '../../platform/session/session.ts';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { toast } from '../../ui/overlay/Toast.tsx';
import { nameInText } from '../../ui/text/names.ts';
import { type ShownReaction, toggleReaction } from './api.ts';
import type { Emoji } from './emoji.ts';
import { groupReactions, type Pending, type ReactionGroup } from './group-reactions.ts';
import { reactionMessages as messages } from './messages.ts';
import styles from './Reactions.module.css';

const EmojiPicker = lazy(async () => ({ default: (await import('./EmojiPicker.tsx')).EmojiPicker }));

export interface ReactionsProps {
  /** The global id of their target. */
  awardableId: string;
  reactions: readonly ShownReaction[];
  mayReact: boolean;
  /** Shows thumbs up and down even without reactions. */
  offersVotes?: boolean;
  /** Refetches; resolves once the shown data are fresh. */
  refresh(): Promise<unknown>;
}

const voteSigns = { thumbsup: '👍', thumbsdown: '👎' } as const;

/** The reactions, including the viewer's own: updated optimistically, reverted if the server refuses. */
export function Reactions({ awardableId, reactions, mayReact, offersVotes = false, refresh }: ReactionsProps) {
  const intl = useIntl();
  const { viewer } = session();
  const [pending, setPending] = useState<Pending>(new Map());
  const [isPicking, setPicking] = useState(false);
  const [add, setAdd] = useState<HTMLButtonElement | null>(null);
  const named = reactions.map((each) => ({ ...each, user: { ...each.user, name: nameInText(intl, each.user) } }));
  const groups = groupReactions(named, viewer && `gid://gitlab/User/${viewer.id}`, pending);
  const shown = offersVotes && mayReact ? withVotes(groups) : groups;
  if (shown.length === 0 && !mayReact) return null;

  const settle = (name: string): void =>
    setPending((before) => new Map([...before].filter(([pendingName]) => pendingName !== name)));
  const toggle = async (emoji: Emoji): Promise<void> => {
    const { name } = emoji;
    const isMine = groups.find((group) => group.name === name)?.isMine ?? false;
    setPending((before) => new Map([...before, [name, isMine ? null : (emoji.sign ?? `:${name}:`)]]));
    try {
      await toggleReaction(awardableId, name);
      await refresh();
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      toast({ text: intl.formatMessage(messages.failed) });
    } finally {
      settle(name);
    }
  };
  return (
    <div
      className={styles.bar}
      data-empty={shown.length === 0 || undefined}
      role="group"
      aria-label={intl.formatMessage(messages.bar)}
    >
      {shown.map((group) => (
        <button
          key={group.name}
          type="button"
          className={styles.reaction}
          aria-pressed={group.isMine}
          aria-label={intl.formatMessage(messages.button, { emoji: group.sign, name: group.name, count: group.count })}
          data-tooltip={group.count > 0 ? whoReacted(intl, group) : undefined}
          disabled={!mayReact || pending.has(group.name)}
          onClick={() => void toggle({ name: group.name, sign: group.sign })}
        >
          <span className={styles.sign} aria-hidden>
            {group.sign}
          </span>
          {group.count}
        </button>
      ))}
      {mayReact && (
        <IconButton
          ref={setAdd}
          icon={SmilePlus}
          size="small"
          label={intl.formatMessage(messages.add)}
          aria-expanded={isPicking}
          aria-haspopup="dialog"
          onClick={() => setPicking(!isPicking)}
        />
      )}
      {isPicking && (
        <Suspense fallback={null}>
          <EmojiPicker
            anchor={add}
            chosen={groups.filter(({ isMine }) => isMine).map(({ name }) => name)}
            onClose={() => setPicking(false)}
            onPick={(emoji) => {
              setPicking(false);
              add?.focus();
              void toggle(emoji);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

function withVotes(groups: readonly ReactionGroup[]): ReactionGroup[] {
  const votes = Object.entries(voteSigns).map(
    ([name, sign]) =>
      groups.find((group) => group.name === name) ?? { name, sign, others: [], isMine: false, count: 0 },
  );
  return [...votes, ...groups.filter(({ name }) => !(name in voteSigns))];
}

const NAMED = 3;

function whoReacted(intl: IntlShape, { name, others, isMine }: ReactionGroup): string {
  const people = [...(isMine ? [intl.formatMessage(messages.you)] : []), ...others];
  const rest = people.length - NAMED;
  const named = rest > 0 ? [...people.slice(0, NAMED), intl.formatMessage(messages.others, { count: rest })] : people;
  return intl.formatMessage(messages.reacted, { who: intl.formatList(named), name });
}
