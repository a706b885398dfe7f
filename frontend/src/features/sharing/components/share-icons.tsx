import { Globe, Link2, User, Users } from 'lucide-react';
import type { ReactNode } from 'react';

import type { GranteeKind } from '../model/access';

export const SHARE_ICONS: Record<GranteeKind, ReactNode> = { user: <User />, team: <Users />, link: <Link2 />, everyone: <Globe /> };
