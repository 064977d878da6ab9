import type { Module } from '../../platform/module.ts';
import { extendSchema } from './graphql.ts';
import { keepTodos } from './listeners.ts';
import { addRoutes } from './rest.ts';

export const todosModule: Module = { name: 'todos', extendSchema, addRoutes, listeners: [keepTodos] };
