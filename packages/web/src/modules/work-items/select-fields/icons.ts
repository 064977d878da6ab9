import type { SelectFieldName } from '@milepost/core/fields/select-fields';
import { type LucideIcon, TriangleAlert } from 'lucide-react';

/** Separate from the messages, because the first load of the roadmap has its own icons. */
export const selectIcons: Readonly<Record<SelectFieldName, LucideIcon>> = { risk: TriangleAlert };
