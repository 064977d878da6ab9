import type { QueryKey } from '@tanstack/react-query';
import { useState } from 'react';
import { ChangeRefusedError, RequestError } from '../../platform/api/errors.ts';
import { useSaveAndShow } from './use-save-and-show.ts';

export type StateEvent = 'CLOSE' | 'REOPEN';

/** Dispatched on the document when a work item was closed or reopened on this page. */
export const stateChangeEvent = 'issuable:state-change';

export interface StateChangeDetail {
  /** The work item's number. */
  id: number;
  isClosed: boolean;
}

export interface StateChange {
  isClosed: boolean;
  isSending: boolean;
  /** Why the last attempt failed; null after a success. */
  failure: string | null;
  /** Closes an open task, reopens a closed one. */
  toggle(): Promise<void>;
}

export interface StateChangeRules<State extends string> {
  item: { id: string; state: State };
  /** Of the query that the page shows. */
  queryKey: QueryKey;
  /** Returns the server's state, whatever was requested. */
  send(event: StateEvent): Promise<State>;
  /** The fallback message of a failure. */
  failed: string;
}

/** Closing and reopening a work item. */
export function useStateChange<State extends string>({
  item,
  queryKey,
  send,
  failed,
}: StateChangeRules<State>): StateChange {
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const save = useSaveAndShow<{ state: State }>(queryKey);
  const isClosed = item.state === 'closed';
  return {
    isClosed,
    isSending,
    failure,
    async toggle() {
      setSending(true);
      setFailure(null);
      try {
        const { state } = await save(async () => ({ state: await send(isClosed ? 'REOPEN' : 'CLOSE') }));
        const detail: StateChangeDetail = { id: Number(item.id.split('/').at(-1)), isClosed: state === 'closed' };
        document.dispatchEvent(new CustomEvent(stateChangeEvent, { detail }));
      } catch (error) {
        if (!(error instanceof RequestError)) throw error;
        setFailure(error instanceof ChangeRefusedError && error.message !== '' ? error.message : failed);
      } finally {
        setSending(false);
      }
    },
  };
}
