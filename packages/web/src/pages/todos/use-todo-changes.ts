import { useQueryClient } from '@tanstack/react-query';
import { useIntl } from 'react-intl';
import { finishAllTodos, finishTodos, restoreTodos, type TodoFilter, type TodoView } from '../../modules/todos/api.ts';
import { todoMessages } from '../../modules/todos/messages.ts';
import { toast } from '../../ui/overlay/Toast.tsx';
import { todosPageMessages as messages } from './messages.ts';
import { undoLabel } from '../../ui/text/messages.ts';

/** Marks to-dos as done and restores them, announces it, and offers Undo. */
export function useTodoChanges() {
  const { formatMessage } = useIntl();
  const client = useQueryClient();
  const renew = () => client.invalidateQueries({ queryKey: ['todos'] });

  async function restore(ids: readonly string[]): Promise<void> {
    try {
      await restoreTodos(ids);
      toast({ text: formatMessage(messages.restored) });
    } catch {
      toast({ text: formatMessage(todoMessages.restoreFailed) });
    }
    await renew();
  }

  const undo = (ids: readonly string[]) => ({ label: formatMessage(undoLabel), perform: () => void restore(ids) });

  return {
    /** Marks pending ones as done, restores done ones. */
    async change({ id, state }: TodoView): Promise<void> {
      if (state === 'done') return restore([id]);
      try {
        await finishTodos([id]);
        toast({ text: formatMessage(messages.marked), action: undo([id]) });
      } catch {
        toast({ text: formatMessage(todoMessages.doneFailed) });
      }
      return renew();
    },
    async finishAll(filter: TodoFilter): Promise<void> {
      try {
        const ids = await finishAllTodos(filter);
        toast({
          text: formatMessage(messages.markedAll, { count: ids.length }),
          ...(ids.length > 0 && { action: undo(ids) }),
        });
      } catch {
        toast({ text: formatMessage(todoMessages.doneFailed) });
      }
      await renew();
    },
  };
}
