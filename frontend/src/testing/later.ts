/** An answer that the server gives later, when `resolve` is called. */
export class Later<Value> {
  declare resolve: (value: Value) => void;
  readonly promise = new Promise<Value>((resolve) => {
    this.resolve = resolve;
  });
}
