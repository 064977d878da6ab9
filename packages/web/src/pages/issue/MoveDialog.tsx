import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { restQuery } from '../../platform/api/rest.ts';
import { NAMESPACE_DEBOUNCE_MS } from '../../ui/use-debounced.ts';
import { useSearched } from '../../platform/api/use-searched.ts';
import { ErrorState } from '../../ui/feedback/Alert.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { SearchField } from '../../ui/field/Field.tsx';
import { text } from '../../ui/text/text.tsx';
import { issueMessages as messages } from './messages.ts';
import styles from './MoveDialog.module.css';

interface Project {
  id: number;
  name_with_namespace: string;
  path_with_namespace: string;
}

function projectsToMoveTo(search: string) {
  return restQuery<Project[]>(['projects-to-move-to', search], '/projects', {
    search,
    // For planners: projects that can receive issues.
    min_access_level: 15,
    archived: false,
    order_by: 'last_activity_at',
    per_page: 20,
  });
}

/** Asks for the target project of the issue. `fullPath`: of its current project. */
export function MoveDialog({
  fullPath,
  onMove,
  onClose,
}: {
  fullPath: string;
  onMove(projectPath: string): void;
  onClose(): void;
}) {
  const { formatMessage } = useIntl();
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const query = useSearched(projectsToMoveTo, search, NAMESPACE_DEBOUNCE_MS);
  const isOutdated = query.searchState === 'outdated';
  const projects = (query.data ?? []).filter((project) => project.path_with_namespace !== fullPath);
  // A project that newer results do not list is not used: the target would not be visible.
  const target = isOutdated || !projects.some((project) => project.path_with_namespace === chosen) ? null : chosen;
  return (
    <Dialog
      title={<FormattedMessage {...messages.moveTitle} />}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>
            <FormattedMessage {...messages.cancel} />
          </Button>
          <Button
            kind="primary"
            aria-disabled={target === null}
            onClick={() => {
              if (target !== null) onMove(target);
            }}
          >
            <FormattedMessage {...messages.move} />
          </Button>
        </>
      }
    >
      <p className={styles.note}>
        <FormattedMessage {...messages.moveNote} />
      </p>
      <SearchField label={formatMessage(messages.moveSearch)} value={search} onChange={setSearch} data-autofocus />
      <ul className={styles.list} data-outdated={isOutdated || undefined}>
        {projects.map((project) => (
          <li key={project.id}>
            <label className={styles.choice}>
              <input
                type="radio"
                name="project"
                value={project.path_with_namespace}
                checked={target === project.path_with_namespace}
                disabled={isOutdated}
                onChange={() => setChosen(project.path_with_namespace)}
              />
              <span className={text.cut} data-tooltip-cut="">
                {project.name_with_namespace}
              </span>
            </label>
          </li>
        ))}
      </ul>
      {query.isError && (
        <ErrorState onRetry={() => void query.refetch()}>
          <FormattedMessage {...messages.moveFetchFailed} />
        </ErrorState>
      )}
      {query.isSuccess && !query.isBehind && projects.length === 0 && (
        <p role="status">
          <FormattedMessage {...messages.moveNone} />
        </p>
      )}
    </Dialog>
  );
}
