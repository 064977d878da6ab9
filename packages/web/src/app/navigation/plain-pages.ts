import { ListTodo, type LucideIcon, Sparkles, Upload, UserRoundCheck, Users } from 'lucide-react';
import type { MessageDescriptor } from 'react-intl';
import { session } from '../../platform/session/session.ts';
import { shellMessages } from './messages.ts';
import { sectionMessages } from './sections.ts';

/** A page outside groups and projects that the navigation, the menu of a phone and the palette lead to. */
export interface PlainPage {
  page: 'home' | 'todos' | 'yourWork' | 'ask' | 'imports';
  title: MessageDescriptor;
  icon: LucideIcon;
}

/** Those that the viewer may open, in order. */
export function plainPages(): PlainPage[] {
  const { viewer, hasAssistant } = session();
  const all: (PlainPage | false)[] = [
    { page: 'home', title: sectionMessages.groups, icon: Users },
    viewer !== null && { page: 'todos', title: sectionMessages.todos, icon: ListTodo },
    viewer !== null && { page: 'yourWork', title: sectionMessages.yourWork, icon: UserRoundCheck },
    viewer !== null && hasAssistant && { page: 'ask', title: shellMessages.ask, icon: Sparkles },
    viewer?.isAdmin === true && { page: 'imports', title: sectionMessages.imports, icon: Upload },
  ];
  return all.filter((each) => each !== false);
}
