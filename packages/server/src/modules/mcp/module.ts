import type { Module } from '../../platform/rooms/module.ts';
import { addMcpServer } from './rest.ts';

/** The MCP server, with which programs of a person read and change items. */
export const mcpModule: Module = {
  name: 'mcp',
  addPages: addMcpServer,
};
