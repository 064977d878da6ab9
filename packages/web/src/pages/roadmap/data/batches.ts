/** Ids of one request. */
const MAX_IDS = 100;

interface Batch<Value> {
  ids: string[];
  answer: Promise<ReadonlyMap<string, Value>>;
}

/** Requests values of epics by id: rows that are drawn together share a request. `key` names what else the request depends on. */
export function batched<Question, Value>(
  request: (question: Question, ids: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
): (question: Question, key: string, id: string) => Promise<Value | undefined> {
  const batches = new Map<string, Batch<Value>>();
  const batchOf = (question: Question, key: string, id: string): Batch<Value>['answer'] => {
    const open = batches.get(key);
    if (open && open.ids.length < MAX_IDS) {
      open.ids.push(id);
      return open.answer;
    }
    const ids = [id];
    const answer = new Promise((resolve) => setTimeout(resolve)).then(() => {
      if (batches.get(key)?.ids === ids) batches.delete(key);
      return request(question, ids);
    });
    batches.set(key, { ids, answer });
    return answer;
  };
  return async (question, key, id) => (await batchOf(question, key, id)).get(id);
}
