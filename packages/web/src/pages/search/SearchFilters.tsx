import { MAX_SEARCH_COUNT } from '@milepost/core/text/search';
import { type ReactNode, useId } from 'react';
import { type IntlShape, useIntl } from 'react-intl';
import type { SearchAnswer } from '../../modules/search/api.ts';
import { usePageSearch } from '../../platform/navigation/page-search.ts';
import { Button } from '../../ui/button/Button.tsx';
import { focusContentOnRemoval } from '../../ui/focus.ts';
import { useSmallScreen } from '../../ui/overlay/small-screen.ts';
import { searchMessages as messages } from './messages.ts';
import { clearedFilters, hasFilters } from './settings.ts';
import styles from './Search.module.css';

type Filters = NonNullable<SearchAnswer['filters']>;

/** "1,000+" above the limit. */
export function countText({ formatMessage, formatNumber }: IntlShape, count: number, isMinimum = false): string {
  const text = formatNumber(Math.min(count, MAX_SEARCH_COUNT));
  return count > MAX_SEARCH_COUNT || isMinimum ? formatMessage(messages.many, { count: text }) : text;
}

/** The filters with the number of results that each value leaves. */
export function SearchFilters({ filters }: { filters: Filters }) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const [search, change] = usePageSearch('search');
  const of = (values: Filters['state'], value: string) => values.find((each) => each.value === value)?.count ?? 0;
  const isSmall = useSmallScreen();
  const states = [search.state !== 'closed', search.state !== 'opened'] as const;
  const toggle = (index: 0 | 1): void => {
    const next = states.map((isOn, at) => (at === index ? !isOn : isOn));
    const [isOpened, isClosed] = next[0] || next[1] ? next : [index === 1, index === 0];
    change({ state: isOpened && isClosed ? '' : isOpened ? 'opened' : 'closed', cursor: '' });
  };
  const count = (value: number) => countText(intl, value, filters.isPartial && value > 0);
  const choices = (
    name: 'author_username' | 'label_name' | 'project',
    values: Filters['state'],
    title: string,
    print: (value: string) => string,
  ): ReactNode => {
    const chosen = search[name];
    if (values.length === 0 && chosen === '') return null;
    const listed =
      chosen !== '' && !values.some(({ value }) => value === chosen)
        ? [{ value: chosen, count: 0 }, ...values]
        : values;
    return (
      <Group title={title}>
        <Choice name={name} isChosen={chosen === ''} onChoose={() => change({ [name]: '', cursor: '' })}>
          {formatMessage(messages.any)}
        </Choice>
        {listed.map((each) => (
          <Choice
            key={each.value}
            name={name}
            isChosen={each.value === chosen}
            count={count(each.count)}
            onChoose={() => change({ [name]: each.value, cursor: '' })}
          >
            {print(each.value)}
          </Choice>
        ))}
      </Group>
    );
  };
  const groups = (
    <>
      {filters.state.length > 0 && (
        <Group title={formatMessage(messages.state)}>
          {(['opened', 'closed'] as const).map((state, index) => (
            <label key={state} className={styles.choice}>
              <input type="checkbox" checked={states[index]} onChange={() => toggle(index as 0 | 1)} />
              <span>{formatMessage(messages[state])}</span>
              <span className={styles.count}>{count(of(filters.state, state))}</span>
            </label>
          ))}
        </Group>
      )}
      {(filters.changed.length > 0 || search.changed !== '') && (
        <Group title={formatMessage(messages.changed)}>
          {(['', 'month', 'year'] as const).map((age) => (
            <Choice
              key={age}
              name="changed"
              isChosen={search.changed === age}
              count={age === '' ? undefined : count(of(filters.changed, age))}
              onChoose={() => change({ changed: age, cursor: '' })}
            >
              {formatMessage(age === '' ? messages.anyTime : messages[age])}
            </Choice>
          ))}
        </Group>
      )}
      {choices('author_username', filters.authorUsername, formatMessage(messages.author), (value) => `@${value}`)}
      {choices('label_name', filters.labelTitle, formatMessage(messages.label), (value) => value)}
      {choices('project', filters.projectPath, formatMessage(messages.project), (value) => value)}
      {hasFilters(search) && (
        <Button
          ref={focusContentOnRemoval}
          size="small"
          className={styles.clear}
          onClick={() => change(clearedFilters)}
        >
          {formatMessage(messages.clear)}
        </Button>
      )}
    </>
  );
  if (!isSmall) return groups;
  return (
    <details className={styles.details}>
      <summary>{formatMessage(messages.filters)}</summary>
      {groups}
    </details>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={styles.filter}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

function Choice({
  name,
  isChosen,
  count,
  onChoose,
  children,
}: {
  name: string;
  isChosen: boolean;
  count?: string | undefined;
  onChoose(): void;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <label className={styles.choice} htmlFor={id}>
      <input id={id} type="radio" name={name} checked={isChosen} onChange={onChoose} />
      <span>{children}</span>
      {count !== undefined && <span className={styles.count}>{count}</span>}
    </label>
  );
}
