import { sendJson } from '../../platform/api/http.ts';
import type { ItemText } from './item-text.ts';

export interface ConvertedTask {
  /** The texts of the parent, without the item of the list. */
  item: ItemText;
  task: { id: number; iid: number; type: string; title: string; web_url: string };
}

/** Makes a child of the task list item on a source line. `webPath`: of the item whose description it is. */
export function convertTask(webPath: string, line: number, lockVersion: number): Promise<ConvertedTask> {
  return sendJson<ConvertedTask>(`${webPath}/task_conversions`, {
    method: 'POST',
    body: { line, lock_version: lockVersion },
  });
}

/** Deletes the child that a conversion made, and brings the description back that was there before. */
export function revertTask(webPath: string, { item, task }: ConvertedTask, description: string): Promise<ItemText> {
  return sendJson<ItemText>(`${webPath}/task_conversions/${task.id}/revert`, {
    method: 'POST',
    body: { description, lock_version: item.lock_version },
  });
}
