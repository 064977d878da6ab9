import {
  FlagTriangleRight,
  FolderKanban,
  Layers2,
  CircleDot,
  MessageSquare,
  Search,
  SquareCheck,
  Users,
} from 'lucide-react';
import { useIntl } from 'react-intl';
import type { SearchAnswer } from '../../modules/search/api.ts';
import { Link } from '../../platform/navigation/Link.tsx';
import { usePageSearch } from '../../platform/navigation/page-search.ts';
import { useSearchParameters } from '../../platform/navigation/use-search.ts';
import { Icon } from '../../ui/button/Icon.tsx';
import { countText } from './SearchFilters.tsx';
import { searchMessages as messages } from './messages.ts';
import { scopeOf, scopes, valueOfScope } from './settings.ts';
import styles from './Search.module.css';

const icons = {
  ALL: Search,
  EPICS: Layers2,
  ISSUES: CircleDot,
  TASKS: SquareCheck,
  NOTES: MessageSquare,
  MILESTONES: FlagTriangleRight,
  USERS: Users,
  PROJECTS: FolderKanban,
} as const;

/** The kinds of results with their counts. Filters stay. */
export function SearchScopes({ counts }: { counts: SearchAnswer['counts'] | undefined }) {
  const intl = useIntl();
  const [{ scope: current }] = usePageSearch('search');
  const [parameters] = useSearchParameters();
  return (
    <nav className={styles.scopes} aria-label={intl.formatMessage(messages.scopes)}>
      {scopes.map((scope) => {
        const count = counts?.find((each) => each.scope === scope)?.count;
        return (
          <Link
            key={scope}
            className={styles.scope}
            to={{ page: 'search' }}
            search={{ ...parameters, scope: valueOfScope(scope) || undefined, cursor: undefined }}
            aria-current={scope === scopeOf(current) ? 'page' : undefined}
          >
            <Icon of={icons[scope]} />
            {intl.formatMessage(messages[scope])}
            {count !== undefined && <span className={styles.count}>{countText(intl, count)}</span>}
          </Link>
        );
      })}
    </nav>
  );
}
