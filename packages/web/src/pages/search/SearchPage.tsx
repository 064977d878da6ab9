import { MAX_SEARCH_COUNT, MIN_SEARCH_LENGTH } from '@milepost/core/text/search';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Search, SearchX } from 'lucide-react';
import { type KeyboardEvent, useRef } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { searchPages, type SearchAnswer } from '../../modules/search/api.ts';
import { recentNamespaces } from '../../modules/namespaces/summary.ts';
import { PeekList } from '../../modules/work-items/peek/PeekList.tsx';
import { MorePages } from '../../platform/loading/MorePages.tsx';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { usePageSearch } from '../../platform/navigation/page-search.ts';
import { useTitle } from '../../platform/navigation/title.tsx';
import { useSearchText } from '../../platform/navigation/use-search-text.ts';
import { useLocalSetting } from '../../ui/use-local-setting.ts';
import { useShortcuts } from '../../platform/shortcuts/use-shortcuts.ts';
import { Button } from '../../ui/button/Button.tsx';
import { EmptyState } from '../../ui/feedback/Alert.tsx';
import { SearchField, Select } from '../../ui/field/Field.tsx';
import { roveByKey } from '../../ui/list/rove.ts';
import { Hidden } from '../../ui/text/text.tsx';
import { SearchFilters } from './SearchFilters.tsx';
import { SearchScopes } from './SearchScopes.tsx';
import { SearchResult } from './SearchResult.tsx';
import { clearedFilters, hasFilters, variablesOf } from './settings.ts';
import { searchMessages as messages } from './messages.ts';
import styles from './Search.module.css';

/** Everything that matches a text, in one namespace or everywhere. */
export function SearchPage() {
  const { formatMessage } = useIntl();
  const [search, change] = usePageSearch('search');
  const { text, typed, type } = useSearchText();
  useTitle(text === '' ? formatMessage(messages.title) : `${text} · ${formatMessage(messages.title)}`);
  const field = useRef<HTMLInputElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const toField = (): void => {
    field.current?.focus();
    field.current?.select();
  };
  useShortcuts([
    { keys: '/', title: formatMessage(messages.focus), perform: toField },
    { keys: '↓', title: formatMessage(messages.next) },
    { keys: '↑', title: formatMessage(messages.previous) },
  ]);
  const isSearched = text.trim().length >= MIN_SEARCH_LENGTH;
  const query = useInfiniteQuery({
    ...searchPages(variablesOf(text.trim(), search), search.cursor),
    enabled: isSearched,
    placeholderData: (before) => before,
  });
  const first = isSearched ? query.data?.pages[0]?.search : undefined;
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key === 'ArrowUp' && document.activeElement === body.current?.querySelector('[data-result]')) {
      event.preventDefault();
      toField();
    } else roveByKey(event, '[data-result]', 'vertical');
  };
  const onFieldKey = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'Enter') return;
    const result = body.current?.querySelector<HTMLElement>('[data-result]');
    if (!result || typed.trim() !== text.trim()) return;
    event.preventDefault();
    if (event.key === 'Enter') result.click();
    else result.focus();
  };
  return (
    <div className={styles.page}>
      <h1 className={styles.heading}>
        <Hidden>{formatMessage(messages.title)}</Hidden>
      </h1>
      <div className={styles.field}>
        <SearchField
          ref={field}
          label={formatMessage(messages.field)}
          value={typed}
          onChange={(next) => {
            type(next);
            if (search.cursor !== '') change({ cursor: '' }, { replace: true });
          }}
          onKeyDown={onFieldKey}
          // The page is opened to type.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus={text === ''}
          maxLength={4096}
          autoComplete="off"
          spellCheck={false}
        />
        <PlaceSelect answer={first} />
      </div>
      <div className={styles.side}>
        <SearchScopes counts={first?.counts} />
        {first?.filters && <SearchFilters filters={first.filters} />}
      </div>
      <div className={styles.results} ref={body}>
        {isSearched ? (
          <QueryView query={query}>
            {({ pages }) => {
              const results = pages.flatMap((page) => page.search.results.nodes ?? []).filter((node) => node !== null);
              return (
                <>
                  <ResultsHead
                    answer={pages[0]?.search}
                    shown={results.length}
                    scope={search.scope || 'ALL'}
                    text={query.isPlaceholderData ? null : text.trim()}
                  />
                  {results.length === 0 ? (
                    <NoResults text={text.trim()} />
                  ) : (
                    <PeekList
                      aria-label={formatMessage(messages.results)}
                      onKeyDown={onKeyDown}
                      data-outdated={query.isPlaceholderData || undefined}
                    >
                      {results.map((result) => (
                        <SearchResult key={result.id} result={result} />
                      ))}
                    </PeekList>
                  )}
                  <MorePages query={query} isManual />
                </>
              );
            }}
          </QueryView>
        ) : (
          <EmptyState icon={Search} title={<FormattedMessage {...messages.start} />}>
            <FormattedMessage {...messages.startHint} />
          </EmptyState>
        )}
      </div>
    </div>
  );
}

interface ResultsHeadProps {
  answer: SearchAnswer | undefined;
  shown: number;
  scope: string;
  /** Null while the answer is that of the search before. */
  text: string | null;
}

/** The number of results, announced once per search: the text is read out, so that an equal number is announced as well. */
function ResultsHead({ answer, shown, scope, text }: ResultsHeadProps) {
  const intl = useIntl();
  const count = answer?.counts?.find((each) => each.scope === scope.toUpperCase())?.count ?? shown;
  return (
    <div className={styles.resultsHead}>
      <p role="status">
        {count > MAX_SEARCH_COUNT
          ? intl.formatMessage(messages.manyResults, { count: intl.formatNumber(MAX_SEARCH_COUNT) })
          : intl.formatMessage(messages.count, { count })}
        {text !== null && <Hidden> {intl.formatMessage(messages.forText, { text })}</Hidden>}
      </p>
    </div>
  );
}

function PlaceSelect({ answer }: { answer: SearchAnswer | undefined }) {
  const { formatMessage } = useIntl();
  const [{ group_id: groupId, project_id: projectId }, change] = usePageSearch('search');
  const [recent] = useLocalSetting(recentNamespaces);
  const current = groupId !== '' ? `group ${groupId}` : projectId !== '' ? `project ${projectId}` : '';
  const name = answer?.group?.name ?? answer?.project?.name;
  const places = recent.map(({ kind, fullPath, name: title }) => ({ value: `${kind} ${fullPath}`, title }));
  const known = places.find(({ value }) => value === current);
  if (current !== '' && !known) places.unshift({ value: current, title: name ?? current.split(' ')[1] ?? '' });
  return (
    <Select
      label={formatMessage(messages.within)}
      isLabelHidden
      value={current}
      onChange={(event) => {
        const [kind, id = ''] = event.target.value.split(' ');
        change({
          group_id: kind === 'group' ? id : '',
          project_id: kind === 'project' ? id : '',
          project: '',
          cursor: '',
        });
      }}
    >
      <option value="">{formatMessage(messages.everywhere)}</option>
      {places.map(({ value, title }) => (
        <option key={value} value={value}>
          {formatMessage(messages.inNamespace, { name: title })}
        </option>
      ))}
    </Select>
  );
}

function NoResults({ text }: { text: string }) {
  const [search, change] = usePageSearch('search');
  return (
    <EmptyState
      icon={SearchX}
      title={<FormattedMessage {...messages.none} values={{ text }} />}
      actions={
        <>
          {hasFilters(search) && (
            <Button onClick={() => change(clearedFilters)}>
              <FormattedMessage {...messages.clear} />
            </Button>
          )}
          {search.scope !== '' && (
            <Button onClick={() => change({ scope: '', cursor: '' })}>
              <FormattedMessage {...messages.searchEverything} />
            </Button>
          )}
          {(search.group_id !== '' || search.project_id !== '') && (
            <Button onClick={() => change({ group_id: '', project_id: '', cursor: '' })}>
              <FormattedMessage {...messages.searchEverywhere} />
            </Button>
          )}
        </>
      }
    >
      <FormattedMessage {...messages.noneHint} />
    </EmptyState>
  );
}
