import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ListPlus, SquareCheckBig } from 'lucide-react';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { RequestError } from '../../platform/api/errors.ts';
import { QueryView } from '../../platform/loading/QueryView.tsx';
import { session } from '../../platform/session/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { toast } from '../../ui/overlay/Toast.tsx';
import type { ItemAddress } from '../custom-fields/api.ts';
import { Widget } from '../work-items/ItemLayout.tsx';
import { addTodo, finishTodos, itemTodosQuery, type ItemTodos } from './api.ts';
import { todoMessages as messages } from './messages.ts';

/** Adds an item to the viewer's to-do list and removes it; for signed-in users. */
export function TodoWidget({ itemAddress }: { itemAddress: ItemAddress }) {
  return session().viewer ? <Todo itemAddress={itemAddress} /> : null;
}

function Todo({ itemAddress }: { itemAddress: ItemAddress }) {
  const query = useQuery(itemTodosQuery(itemAddress));
  return (
    <Widget name={<FormattedMessage {...messages.todo} />}>
      <QueryView query={query} failed={<FormattedMessage {...messages.fetchFailed} />}>
        {(todos) => <TodoButton todos={todos} />}
      </QueryView>
    </Widget>
  );
}

function TodoButton({ todos: { itemId, todoIds } }: { todos: ItemTodos }) {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const isWaiting = todoIds.length > 0;
  const change = async (): Promise<void> => {
    setBusy(true);
    try {
      await (isWaiting ? finishTodos(todoIds) : addTodo(itemId));
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      toast({ text: formatMessage(isWaiting ? messages.doneFailed : messages.addFailed) });
    } finally {
      // Also after a failure: the to-do may already exist or be done.
      await client.invalidateQueries({ queryKey: ['todos'] });
      setBusy(false);
    }
  };
  return (
    <Button size="small" icon={isWaiting ? SquareCheckBig : ListPlus} busy={isBusy} onClick={() => void change()}>
      <FormattedMessage {...(isWaiting ? messages.markDone : messages.add)} />
    </Button>
  );
}
