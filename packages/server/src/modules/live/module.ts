import type { Module } from '../../platform/rooms/module.ts';
import { noticeOf } from './commands/notice.ts';
import { addLiveStream } from './rest/stream.ts';

/** Sends change messages to open pages. */
export const liveModule: Module = {
  name: 'live',
  noticeOf,
  addPages: (server, { services, limits }) =>
    addLiveStream(server, services, limits && { ofAddress: limits.livePerAddress }),
};
