import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Circle, CircleCheck } from 'lucide-react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Address } from '../../platform/navigation/addresses.ts';
import { Link } from '../../platform/navigation/Link.tsx';
import type { SearchChange } from '../../platform/navigation/search.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Icon } from '../../ui/button/Icon.tsx';
import { toast } from '../../ui/overlay/Toast.tsx';
import { defineMessages } from '../../ui/text/messages.ts';
import { text } from '../../ui/text/text.tsx';
import { checklistQuery, noteStep } from './api.ts';
import styles from './Checklist.module.css';

const messages = defineMessages({
  title: { id: 'checklist.title', defaultMessage: 'First steps' },
  invite: { id: 'checklist.invite', defaultMessage: 'Invite people' },
  import: { id: 'checklist.import', defaultMessage: 'Import' },
  epic: { id: 'checklist.epic', defaultMessage: 'Create an epic' },
  roadmap: { id: 'checklist.roadmap', defaultMessage: 'Open the roadmap' },
  project: {
    id: 'checklist.project',
    defaultMessage: 'Issues belong to projects. <link>Create a project</link> before the first issue.',
  },
  done: { id: 'checklist.done', defaultMessage: 'Done' },
  open: { id: 'checklist.open', defaultMessage: 'Not done' },
  dismiss: { id: 'checklist.dismiss', defaultMessage: 'Dismiss' },
  failed: { id: 'checklist.failed', defaultMessage: 'Could not save your changes.' },
});

/** The first steps of a new team, on the home of somebody's first group. */
export function Checklist({ fullPath }: { fullPath: string }) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const { data } = useQuery(checklistQuery(fullPath));
  if (!data?.steps) return null;
  const { steps, may_import: mayImport, needs_project: needsProject } = data;
  const dismiss = async (): Promise<void> => {
    try {
      await noteStep('dismissed');
      client.setQueryData(checklistQuery(fullPath).queryKey, { ...data, steps: null });
    } catch {
      toast({ text: formatMessage(messages.failed) });
    }
  };
  const shown: readonly { name: keyof typeof messages; isDone: boolean; to: Address; search?: SearchChange }[] = [
    { name: 'invite', isDone: steps.invited, to: { page: 'groupMembers', fullPath } },
    ...(mayImport ? [{ name: 'import', isDone: steps.imported, to: { page: 'imports' } } as const] : []),
    { name: 'epic', isDone: steps.createdEpic, to: { page: 'newEpic', fullPath } },
    {
      name: 'roadmap',
      isDone: steps.openedRoadmap,
      to: { page: 'roadmap', fullPath },
      search: { view: 'overview' },
    },
  ];
  return (
    <section className={styles.box} aria-labelledby="checklist">
      <div className={styles.head}>
        <h2 id="checklist">
          <FormattedMessage {...messages.title} />
        </h2>
        <Button size="small" kind="quiet" onClick={() => void dismiss()}>
          <FormattedMessage {...messages.dismiss} />
        </Button>
      </div>
      <ul className={styles.steps}>
        {shown.map(({ name, isDone, to, search }) => (
          <li key={name}>
            <span
              data-done={isDone || undefined}
              role="img"
              aria-label={formatMessage(isDone ? messages.done : messages.open)}
            >
              <Icon of={isDone ? CircleCheck : Circle} />
            </span>
            <Link
              className={text.link}
              to={to}
              search={search}
              // The step is a help, not a record: a failure to note it is not worth a message.
              {...(name === 'roadmap' && { onClick: () => void noteStep('roadmap_opened').catch(() => {}) })}
            >
              <FormattedMessage {...messages[name]} />
            </Link>
          </li>
        ))}
      </ul>
      {needsProject && (
        <p className={styles.note}>
          <FormattedMessage
            {...messages.project}
            values={{
              link: (chunks) => (
                <Link className={text.link} to={{ page: 'newProject' }} search={{ parent: fullPath }}>
                  {chunks}
                </Link>
              ),
            }}
          />
        </p>
      )}
    </section>
  );
}
