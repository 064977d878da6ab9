import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import { digitsOf } from '@milepost/core/global-ids';
import type { WorkItemId } from '@milepost/core/ids';
import { nothingChanged } from '@milepost/core/live';
import type { EpicArguments } from '@milepost/core/roadmap/arguments';
import { ChangeRefusedError, RequestError } from '../../../platform/api/errors.ts';
import { addLink, removeLink } from '../../../modules/links/changes.ts';
import { toast } from '../../../ui/overlay/Toast.tsx';
import { refreshRoadmap } from '../data/live-roadmap.ts';
import { refusalOf } from '../drag/connecting.ts';
import type { ConnectEnd } from '../drag/moves.ts';
import type { Steps } from '../view/steps.ts';
import { connectMessages as messages } from './messages.ts';
import { undoLabel } from '../../../ui/text/messages.ts';

/** Makes one epic block another: one step that can be undone, or a text that says why not. */
export function useConnect(args: EpicArguments, steps: Steps): (blocker: ConnectEnd, blocked: ConnectEnd) => void {
  const client = useQueryClient();
  const { formatMessage } = useIntl();
  return useCallback(
    (blocker, blocked) => {
      const titles = { blocker: blocker.title, blocked: blocked.title };
      const say = (text: string) => toast({ about: 'links', text });
      const [id, otherId] = [blocker.id, blocked.id].map((each) => `gid://gitlab/WorkItem/${digitsOf(each)}`) as [
        string,
        string,
      ];
      const refresh = () => {
        const epics = [id, otherId].map((each) => Number(digitsOf(each)) as WorkItemId);
        void client.invalidateQueries({ queryKey: ['links'] });
        return refreshRoadmap(client, args, { ...nothingChanged, epics });
      };
      const undo = async (): Promise<void> => {
        steps.drop('link');
        try {
          await removeLink(id, otherId);
          say(formatMessage(messages.undone, titles));
        } catch (error) {
          if (!(error instanceof RequestError)) throw error;
          say(formatMessage(messages.undoFailed));
        }
        await refresh();
      };
      const connect = async (): Promise<void> => {
        const refusal = refusalOf(blocker, blocked);
        if (refusal) return say(formatMessage(messages[refusal], titles));
        try {
          await addLink({ id, linkType: 'BLOCKS', workItemsIds: [otherId] });
        } catch (error) {
          if (!(error instanceof RequestError)) throw error;
          // Items may be linked in another way, which rows do not show.
          const isLinked = error.message.includes('already assigned');
          const hasReason = error instanceof ChangeRefusedError && error.message !== '';
          return say(
            isLinked
              ? formatMessage(messages.linked, titles)
              : hasReason
                ? error.message
                : formatMessage(messages.failed),
          );
        }
        steps.push({ kind: 'link', undo: () => void undo() });
        toast({
          about: 'links',
          text: formatMessage(messages.made, titles),
          action: { label: formatMessage(undoLabel), perform: () => void undo() },
        });
        return refresh();
      };
      void connect();
    },
    [client, args, steps, formatMessage],
  );
}
