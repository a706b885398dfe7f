import { t } from '@lingui/core/macro';

import { TodoList } from '@/features/todo/components/todo-list';
import { useTitle } from '@/lib/title';

export function TodoPage() {
  useTitle(t({ message: 'To do', context: 'page' }));
  return <TodoList />;
}
