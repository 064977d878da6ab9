import { defineMessages } from '../../../ui/text/messages.ts';

export const connectMessages = defineMessages({
  handle: { id: 'roadmap.connect.handle', defaultMessage: 'Connect “{title}”: drag to the bar that it blocks' },
  menu: { id: 'roadmap.connect.menu', defaultMessage: 'Dependencies of “{title}”' },
  moveToLane: { id: 'roadmap.connect.moveToLane', defaultMessage: 'Move to lane…' },
  chooseLane: { id: 'roadmap.connect.chooseLane', defaultMessage: 'Lane of “{title}”' },
  blocks: { id: 'roadmap.connect.blocks', defaultMessage: 'Blocks…' },
  blockedBy: { id: 'roadmap.connect.blockedBy', defaultMessage: 'Blocked by…' },
  chooseBlocked: { id: 'roadmap.connect.chooseBlocked', defaultMessage: 'Epic that “{title}” blocks' },
  chooseBlocker: { id: 'roadmap.connect.chooseBlocker', defaultMessage: 'Epic that blocks “{title}”' },
  closed: { id: 'roadmap.connect.closed', defaultMessage: 'Closed epics' },
  self: { id: 'roadmap.connect.self', defaultMessage: 'An epic cannot block itself' },
  linked: { id: 'roadmap.connect.linked', defaultMessage: '“{blocker}” and “{blocked}” are linked already' },
  made: { id: 'roadmap.connect.made', defaultMessage: '“{blocker}” blocks “{blocked}”' },
  failed: { id: 'roadmap.connect.failed', defaultMessage: 'Could not connect the epics. Try again.' },
  undone: { id: 'roadmap.connect.undone', defaultMessage: '“{blocker}” no longer blocks “{blocked}”' },
  undoFailed: { id: 'roadmap.connect.undoFailed', defaultMessage: 'Could not remove the link. Try again.' },
  searchFailed: { id: 'roadmap.connect.searchFailed', defaultMessage: 'Could not load epics.' },
});
