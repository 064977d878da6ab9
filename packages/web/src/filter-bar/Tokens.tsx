import { groupKey } from '@milepost/core/filter-bar/draft';
import { searchTokenOf, type TokenGroup, tokensOfGroup } from '@milepost/core/filter-bar/groups';
import { quoteTerm } from '@milepost/core/filter-bar/quotes';
import { type Operator, textType } from '@milepost/core/filter-bar/tokens';
import { X } from 'lucide-react';
import { useId, lazy, Suspense } from 'react';
import { type IntlShape, useIntl } from 'react-intl';
import { Icon } from '../ui/button/Icon.tsx';
import { roveByKey } from '../ui/list/rove.ts';
import { type FilterKind, wildcardOf } from './kinds.ts';
import { messages, operatorMessages } from './messages.ts';
import type { TokenValueProps } from './LoadedTokenValue.tsx';
import styles from './filter-bar.module.css';

export interface TokensProps {
  groups: readonly TokenGroup[];
  kinds: readonly FilterKind[];
  loadParts: TokenValueProps['loadParts'];
  onEdit: (group: TokenGroup) => void;
  onRemove: (group: TokenGroup) => void;
  /** Called to move from the last token to the field, by the right arrow. */
  onLeave: () => void;
}

/** The applied tokens: no tab stops, because the arrow keys reach them from the field. */
export function Tokens({ groups, kinds, loadParts, onEdit, onRemove, onLeave }: TokensProps) {
  const { formatMessage } = useIntl();
  const keysId = useId();
  return (
    <ul
      className={styles.tokens}
      aria-label={formatMessage(messages.filters)}
      hidden={groups.length === 0}
      onKeyDown={(event) => {
        const tokens = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-token]')];
        const index = tokens.findIndex((token) => token.contains(document.activeElement?.closest('li') ?? null));
        const group = groups[index];
        if (event.key === 'Backspace' || event.key === 'Delete') {
          event.preventDefault();
          if (!group) return;
          // The focus stays among the tokens while there are any.
          const neighbor = tokens[index + 1] ?? tokens[index - 1];
          const next = neighbor?.querySelector<HTMLElement>('[data-body]');
          if (next) next.focus();
          else onLeave();
          onRemove(group);
        } else if ((event.key === 'ArrowRight' && index === tokens.length - 1) || event.key === 'Escape') {
          event.preventDefault();
          onLeave();
        } else if (event.key === 'ArrowLeft' && index === 0) event.preventDefault();
        else roveByKey(event, '[data-body]', 'horizontal');
      }}
    >
      {groups.map((group) => (
        <Token
          key={groupKey(group)}
          keysId={keysId}
          group={group}
          kinds={kinds}
          loadParts={loadParts}
          onEdit={() => onEdit(group)}
          onRemove={() => onRemove(group)}
        />
      ))}
      <li id={keysId} hidden>
        {formatMessage(messages.tokenKeys)}
      </li>
    </ul>
  );
}

interface TokenProps {
  keysId: string;
  group: TokenGroup;
  kinds: readonly FilterKind[];
  loadParts: TokenValueProps['loadParts'];
  onEdit: () => void;
  onRemove: () => void;
}

function Token({ keysId, group, kinds, loadParts, onEdit, onRemove }: TokenProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const name = groupName(intl, group, kinds);
  const canEdit = group.type === textType || kinds.some(({ type }) => type === group.type);
  return (
    <li className={styles.token} data-token={group.type}>
      <button
        type="button"
        tabIndex={-1}
        data-body
        aria-label={name}
        aria-describedby={keysId}
        aria-disabled={canEdit ? undefined : true}
        onClick={canEdit ? onEdit : undefined}
      >
        {group.type === textType ? (
          <span className={styles.value}>{quoteTerm(group.values[0] ?? '')}</span>
        ) : (
          <>
            <TokenStart type={group.type} operator={group.operator} kinds={kinds} />
            <TokenValues group={group} kinds={kinds} loadParts={loadParts} />
          </>
        )}
      </button>
      <button
        type="button"
        tabIndex={-1}
        className={styles.remove}
        aria-label={formatMessage(messages.remove, { filter: name })}
        onClick={onRemove}
      >
        <Icon of={X} size={12} />
      </button>
    </li>
  );
}

/** Kind and operator of a token or of the draft. */
export function TokenStart(props: { type: string; operator: Operator | null; kinds: readonly FilterKind[] }) {
  const { formatMessage } = useIntl();
  const kind = props.kinds.find(({ type }) => type === props.type);
  return (
    <>
      <span className={styles.kind}>{kind?.title ?? props.type}</span>
      {props.operator && (
        <span className={styles.operator} data-operator={props.operator}>
          {formatMessage(operatorMessages[props.operator])}
        </span>
      )}
    </>
  );
}

/** The values of a token, with their avatars or icons where known. */
export function TokenValues({ group, kinds, loadParts }: Pick<TokenProps, 'group' | 'kinds' | 'loadParts'>) {
  return (
    <span className={styles.value}>
      {group.values.map((value, index) => (
        <span key={value} className={styles.one}>
          <TokenValue
            type={group.type}
            value={value}
            plain={plainValue(group, value, kinds)}
            isKnown={isKnown(group, value, kinds)}
            loadParts={loadParts}
          />
          {index < group.values.length - 1 && ','}
        </span>
      ))}
    </span>
  );
}

/** The accessible text of a token: "Label is ~bug", or the text in quotes. */
export function groupName(intl: IntlShape, group: TokenGroup, kinds: readonly FilterKind[]): string {
  if (group.type === textType) return quoteTerm(group.values[0] ?? '');
  const [first] = tokensOfGroup(group);
  const title = first ? searchTokenOf(first, kinds).title : group.type;
  const values = group.values.map((value) => plainValue(group, value, kinds)).join(', ');
  return `${title} ${intl.formatMessage(operatorMessages[group.operator])} ${values}`;
}

function plainValue({ type, operator }: TokenGroup, value: string, kinds: readonly FilterKind[]): string {
  const { symbol, options } = searchTokenOf({ type, value: { operator, data: value } }, kinds);
  const wildcards = kinds.find((kind) => kind.type === type)?.wildcards ?? [];
  const fixed =
    options.find((option) => option.value === value) ?? (operator === 'is' ? wildcardOf(wildcards, value) : undefined);
  return fixed ? fixed.title : `${symbol}${value}`;
}

/** The look of these values is known without a request. */
function isKnown({ type, operator }: TokenGroup, value: string, kinds: readonly FilterKind[]): boolean {
  const kind = kinds.find((candidate) => candidate.type === type);
  if (!kind || kind.options.length > 0) return true;
  return operator === 'is' && wildcardOf(kind.wildcards, value) !== undefined;
}

const LoadedTokenValue = lazy(() =>
  import('./LoadedTokenValue.tsx').then((module) => ({ default: module.LoadedTokenValue })),
);

/** A value in a token: plain at first, with icon and title once loaded. */
function TokenValue({ isKnown, ...look }: TokenValueProps & { isKnown: boolean }) {
  if (isKnown) return look.plain;
  return (
    <Suspense fallback={look.plain}>
      <LoadedTokenValue {...look} />
    </Suspense>
  );
}
