import { Check, GitPullRequest, KeyRound, Rocket, Undo2, Users } from 'lucide-react';
import { useIntl } from 'react-intl';
import { Link } from '../../platform/navigation/Link.tsx';
import type { TodoView } from '../../modules/todos/api.ts';
import { WorkItemIcon } from '../../modules/work-items/WorkItemIcon.tsx';
import { PersonAvatar } from '../../ui/text/Avatar.tsx';
import { printAgo, printTime } from '../../ui/field/days.ts';
import { Icon } from '../../ui/button/Icon.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { text } from '../../ui/text/text.tsx';
import { storyMessages, todosPageMessages as messages } from './messages.ts';
import styles from './Todos.module.css';

const typeOf = { EPIC: 'epic', ISSUE: 'issue', WORKITEM: 'task' } as const;

/** One to-do: author, reason, link, and the button that marks it as done or restores it. */
export function TodoRow({ todo, onChange }: { todo: TodoView; onChange(todo: TodoView): void }) {
  const intl = useIntl();
  const { formatMessage } = intl;
  const { author, targetEntity } = todo;
  const namespaceName = todo.group?.fullName ?? todo.project?.fullName ?? '';
  const isDeployment = todo.action === 'approval_required';
  const isRequest = todo.targetType === 'MERGEREQUEST';
  const isToken = todo.action === 'access_token_expiring';
  const name = targetEntity?.name ?? (isDeployment || isRequest || isToken ? todo.body : namespaceName);
  const story = storyMessages[todo.action as keyof typeof storyMessages];
  const isDone = todo.state === 'done';
  const type = targetEntity && typeOf[todo.targetType as keyof typeof typeOf];
  const reference = targetEntity && 'reference' in targetEntity ? targetEntity.reference : '';
  return (
    <li className={styles.row}>
      <PersonAvatar person={author} size={32} />
      <div className={styles.body}>
        <p className={styles.story}>
          {formatMessage(story, { who: author.name })}
          <span aria-hidden="true"> · </span>
          <time dateTime={todo.updatedAt} data-tooltip={printTime(intl, todo.updatedAt)}>
            {printAgo(intl, todo.updatedAt)}
          </time>
        </p>
        <p className={styles.title}>
          {type ? (
            <WorkItemIcon type={type} state="opened" />
          ) : (
            <Icon of={isRequest ? GitPullRequest : isDeployment ? Rocket : isToken ? KeyRound : Users} />
          )}
          <Link
            className={`${text.titleLink} ${styles.link}`}
            data-todo=""
            to={pathOf(todo.targetUrl ?? targetEntity?.webUrl ?? '/')}
          >
            {name}
          </Link>
        </p>
        {todo.note && <p className={styles.words}>{todo.body}</p>}
        {(targetEntity !== null || isDeployment || isRequest || (isToken && namespaceName !== '')) && (
          <p className={styles.namespace}>
            {namespaceName} {reference}
          </p>
        )}
      </div>
      <IconButton
        icon={isDone ? Undo2 : Check}
        kind="secondary"
        label={formatMessage(isDone ? messages.restoreOne : messages.markOne, { name })}
        onClick={() => onChange(todo)}
      />
    </li>
  );
}

/** The server sends absolute URLs; the application uses the path. */
function pathOf(address: string): string {
  if (!URL.canParse(address)) return address;
  const { pathname, search, hash } = new URL(address);
  return pathname + search + hash;
}
