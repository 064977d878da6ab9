import type { SelectFieldName } from '@milepost/core/select-fields';
import { type LucideIcon, TriangleAlert } from 'lucide-react';

/** Separate from the messages: the first load of the roadmap has icons of its own. */
export const selectIcons: Readonly<Record<SelectFieldName, LucideIcon>> = { risk: TriangleAlert };
