import { Globe, Link2, User, Users } from 'lucide-react';
import type { ReactNode } from 'react';

import type { Way } from '../model/access';

export const WAY_ICONS: Record<Way, ReactNode> = { person: <User />, team: <Users />, link: <Link2 />, everybody: <Globe /> };
