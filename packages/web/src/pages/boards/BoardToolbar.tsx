import { useDisabledFeatures } from '../../platform/session/features.ts';
import { recentSearchesKey } from '@milepost/core/filter-bar/recent-searches';
import { readTokens, writeTokens } from '@milepost/core/filters/address';
import { parseQuery, printQuery } from '@milepost/core/query';
import { useQuery } from '@tanstack/react-query';
import { Columns3, type LucideIcon, Plus, Rows3 } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { filterKinds } from '../../modules/lists/filters/kinds.ts';
import { TokenBar } from '../../modules/lists/filters/TokenBar.tsx';
import type { ViewScene } from '../../modules/views/view-scene.ts';
import { ViewsMenu } from '../../modules/views/ViewsMenu.tsx';
import { session } from '../../platform/session/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Menu, MenuChoice } from '../../ui/overlay/Menu.tsx';
import styles from './board.module.css';
import { boardChoicesQuery, type BoardQuery } from './data/board.ts';
import { useDivisionName } from './data/use-board.ts';
import { messages } from './data/messages.ts';
import { BoardMenu } from './manage/BoardMenu.tsx';

export interface BoardToolbarProps {
  query: BoardQuery;
  /** The board is loading: the tools that need it are invisible, so that no other tool moves when they appear. */
  isPending: boolean;
  views: ViewScene;
  /** Of the stored board. */
  name: string | null;
  change(next: Partial<Pick<BoardQuery, 'columns' | 'lanes' | 'filters'>>): void;
  /** Null if the viewer may not create issues. */
  onCreate: (() => void) | null;
  /** Whether the viewer may create and change boards. */
  mayManage: boolean;
}

/** The board, its filters, its columns and its lanes. */
export function BoardToolbar({ query, isPending, views, name, change, onCreate, mayManage }: BoardToolbarProps) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const { home, columns, lanes, filters, boardId } = query;
  const groupPath = home.kind === 'group' ? home.fullPath : home.fullPath.slice(0, home.fullPath.lastIndexOf('/'));
  const choices = useQuery(boardChoicesQuery(home)).data;
  const nameOf = useDivisionName();
  const without = useDisabledFeatures();
  const kinds = useMemo(() => {
    const isSignedIn = session().viewer !== null;
    return filterKinds('issues', intl, { people: isSignedIn, reactions: isSignedIn, without });
  }, [intl, without]);
  const tokens = useMemo(() => readTokens('issues', filters), [filters]);
  const load = useCallback(async () => {
    const { filterParts } = await import('../../modules/lists/filters/parts.ts');
    return filterParts('issues', { fullPath: home.fullPath, isProject: home.kind === 'project' }, groupPath);
  }, [home, groupPath]);
  const scopes = without.includes('scoped_labels') ? [] : (choices?.scopes ?? []).map((scope) => `label:${scope}`);
  const isOffered = (division: string): boolean =>
    !without.includes(division === 'status' ? 'statuses' : division === 'iteration' ? 'iterations' : 'boards');
  return (
    <div className={styles.toolbar}>
      <BoardMenu query={query} choices={choices} name={name} mayManage={mayManage} />
      <div className={styles.filter}>
        <TokenBar
          label={formatMessage(messages.filter)}
          placeholder={formatMessage(messages.search)}
          groupPath={groupPath}
          fieldsOf="issue"
          kinds={kinds}
          tokens={tokens}
          onChange={(next) =>
            change({ filters: printQuery(writeTokens('issues', next(readTokens('issues', parseQuery(filters))))) })
          }
          recentKey={recentSearchesKey('issues', groupPath)}
          load={load}
        />
      </div>
      <DivisionMenu
        label={formatMessage(messages.columns)}
        icon={Columns3}
        value={columns}
        preset={formatMessage(boardId === null ? messages.status : messages.lists)}
        choices={[...(boardId === null ? [] : ['status']), 'assignee', 'milestone', 'iteration', ...scopes].filter(
          isOffered,
        )}
        nameOf={nameOf}
        onChange={(next) => change({ columns: next })}
      />
      <DivisionMenu
        label={formatMessage(messages.lanes)}
        icon={Rows3}
        value={lanes}
        preset={formatMessage(messages.none)}
        choices={['epic', 'assignee', ...scopes]}
        nameOf={nameOf}
        onChange={(next) => change({ lanes: next })}
      />
      <span data-pending={isPending || undefined}>
        <ViewsMenu scene={views} />
      </span>
      {onCreate && (
        <span className={styles.wide} data-pending={isPending || undefined}>
          <Button kind="primary" icon={Plus} onClick={onCreate}>
            <FormattedMessage {...messages.newIssue} />
          </Button>
        </span>
      )}
    </div>
  );
}

interface DivisionMenuProps {
  label: string;
  icon: LucideIcon;
  value: string;
  /** The name of the empty value. */
  preset: string;
  choices: readonly string[];
  nameOf(division: string): string;
  onChange(division: string): void;
}

function DivisionMenu({ label, icon, value, preset, choices, nameOf, onChange }: DivisionMenuProps) {
  const name = value === '' ? preset : nameOf(value);
  return (
    <Menu
      label={label}
      trigger={(trigger) => (
        <Button {...trigger} icon={icon} aria-label={`${label}: ${name}`} className={styles.division}>
          <span className={styles.divisionLabel}>{label}</span>
          <span className={styles.divisionValue}>{name}</span>
        </Button>
      )}
    >
      <MenuChoice checked={value === ''} onSelect={() => onChange('')}>
        {preset}
      </MenuChoice>
      {choices.map((choice) => (
        <MenuChoice key={choice} checked={choice === value} onSelect={() => onChange(choice)}>
          {nameOf(choice)}
        </MenuChoice>
      ))}
    </Menu>
  );
}
