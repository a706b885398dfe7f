// Messages of errors that may occur before the other texts are loaded.

export const UNEXPECTED = 'Something went wrong on our side. Try again in a moment.';
export const NOT_FOUND = 'Not found. It may have been deleted, or you may not have access.';
export const NOT_CONNECTED = 'Cartulary cannot be reached. Check your connection and try again.';
