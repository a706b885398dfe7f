export { DropdownMenu as Primitive } from 'radix-ui';
