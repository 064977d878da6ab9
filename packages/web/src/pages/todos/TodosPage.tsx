import { todoActions } from '@milepost/core/notifications/todos';
import { useInfiniteQuery } from '@tanstack/react-query';
import { CheckCheck, ListTodo, SearchX } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { UnauthenticatedError } from '../../platform/api/errors.ts';
import { Failure } from '../../platform/loading/Failure.tsx';
import { MorePages } from '../../platform/loading/MorePages.tsx';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { usePageSearch } from '../../platform/navigation/page-search.ts';
import { session } from '../../platform/session/session.ts';
import { useShortcuts } from '../../platform/shortcuts/use-shortcuts.ts';
import { useWaitingTodos } from '../../modules/todos/waiting-todos.ts';
import { useTitle } from '../../platform/navigation/title.tsx';
import { todosPages, type TodoFilter, type TodoView } from '../../modules/todos/api.ts';
import { EmptyState } from '../../ui/feedback/Alert.tsx';
import { Button } from '../../ui/button/Button.tsx';
import { Select } from '../../ui/field/Field.tsx';
import { PageBody, PageHead } from '../../ui/page/Page.tsx';
import { roveByKey } from '../../ui/list/rove.ts';
import { Tabs } from '../../ui/list/Tabs.tsx';
import { TodoRow } from './TodoRow.tsx';
import { useTodoChanges } from './use-todo-changes.ts';
import { reasonMessages, todosPageMessages as messages } from './messages.ts';
import styles from './Todos.module.css';

const types = {
  EPIC: messages.epic,
  ISSUE: messages.issue,
  WORKITEM: messages.task,
  MERGEREQUEST: messages.mergeRequest,
} as const;
const typeNames = ['EPIC', 'ISSUE', 'WORKITEM', 'MERGEREQUEST'] as const;

/** The viewer's pending and done to-dos. */
export function TodosPage() {
  const { formatMessage } = useIntl();
  useTitle(formatMessage(messages.title));
  return session().viewer ? <Todos /> : <Failure error={new UnauthenticatedError()} />;
}

function Todos() {
  const { formatMessage } = useIntl();
  const [{ state, action, type }, changeSearch] = usePageSearch('todos');
  const filter: TodoFilter = { ...(action && { action }), ...(type && { type }) };
  const query = useInfiniteQuery({ ...todosPages(state, filter), placeholderData: (before) => before });
  const waiting = useWaitingTodos();
  const { change, finishAll } = useTodoChanges();
  const [isBusy, setBusy] = useState(false);
  const finish = async (): Promise<void> => {
    setBusy(true);
    await finishAll(filter);
    setBusy(false);
  };
  return (
    <PageBody>
      <PageHead title={<FormattedMessage {...messages.title} />} />
      <div style={{ height: 12 }} />
      <Tabs
        label={formatMessage(messages.states)}
        tabs={[
          { value: 'pending', label: formatMessage(messages.pending), count: waiting },
          { value: 'done', label: formatMessage(messages.done) },
        ]}
        value={state}
        onChange={(next) => changeSearch({ state: next })}
      >
        <div className={styles.tools}>
          <Select
            label={formatMessage(messages.reason)}
            isLabelHidden
            value={action}
            onChange={(event) => changeSearch({ action: event.target.value as typeof action })}
          >
            <option value="">{formatMessage(messages.anyReason)}</option>
            {todoActions.map((each) => (
              <option key={each} value={each}>
                {formatMessage(reasonMessages[each])}
              </option>
            ))}
          </Select>
          <Select
            label={formatMessage(messages.type)}
            isLabelHidden
            value={type}
            onChange={(event) => changeSearch({ type: event.target.value as typeof type })}
          >
            <option value="">{formatMessage(messages.anyType)}</option>
            {typeNames.map((each) => (
              <option key={each} value={each}>
                {formatMessage(types[each])}
              </option>
            ))}
          </Select>
          {state === 'pending' && (query.data?.length ?? 0) > 0 && (
            <Button className={styles.push} icon={CheckCheck} busy={isBusy} onClick={() => void finish()}>
              <FormattedMessage {...messages.markAll} />
            </Button>
          )}
        </div>
        <QueryView query={query}>
          {(todos) =>
            todos.length === 0 ? (
              <Nothing isDone={state === 'done'} isFiltered={action !== '' || type !== ''} />
            ) : (
              <>
                <List todos={todos} onChange={(todo) => void change(todo)} />
                <MorePages query={query} />
              </>
            )
          }
        </QueryView>
      </Tabs>
    </PageBody>
  );
}

/** Arrow keys move between the to-dos. */
function List({ todos, onChange }: { todos: readonly TodoView[]; onChange(todo: TodoView): void }) {
  const { formatMessage } = useIntl();
  useShortcuts([
    { keys: '↓', title: formatMessage(messages.nextKey) },
    { keys: '↑', title: formatMessage(messages.previousKey) },
  ]);
  return (
    // The links inside handle the keys; the list only listens.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul
      className={styles.list}
      aria-label={formatMessage(messages.title)}
      onKeyDown={(event) => roveByKey(event, '[data-todo]', 'vertical')}
    >
      {todos.map((todo) => (
        <TodoRow key={todo.id} todo={todo} onChange={onChange} />
      ))}
    </ul>
  );
}

function Nothing({ isDone, isFiltered }: { isDone: boolean; isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState icon={SearchX} title={<FormattedMessage {...messages.noMatch} />}>
        <FormattedMessage {...messages.noMatchWhy} />
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={ListTodo} title={<FormattedMessage {...(isDone ? messages.nothingDone : messages.nothing)} />}>
      <FormattedMessage {...(isDone ? messages.nothingDoneWhy : messages.nothingWhy)} />
    </EmptyState>
  );
}
