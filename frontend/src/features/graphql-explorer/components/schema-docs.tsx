import { t } from '@lingui/core/macro';
import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isUnionType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
} from 'graphql';
import { useState } from 'react';

import { SearchField } from '@/components/ui/search-field';

import styles from './explorer.module.css';

interface TypeProps {
  type: GraphQLNamedType;
  onOpen: (name: string) => void;
}

function TypeLink({ type, onOpen }: { type: GraphQLType; onOpen: (name: string) => void }) {
  const { name } = getNamedType(type);
  return (
    <button type="button" translate="no" className={styles['type']} onClick={() => onOpen(name)}>
      {String(type)}
    </button>
  );
}

/** The schema is documented in English. */
function Description({ text }: { text: string | null | undefined }) {
  return (
    text && (
      <p lang="en" translate="no">
        {text}
      </p>
    )
  );
}

function Field({ field, onOpen }: { field: GraphQLField<unknown, unknown> | GraphQLInputField | GraphQLArgument; onOpen: (name: string) => void }) {
  const args = 'args' in field ? field.args : [];
  return (
    <li>
      <code>{field.name}</code>: <TypeLink type={field.type} onOpen={onOpen} />
      {field.deprecationReason && <p className={styles['deprecated']}>{t`Deprecated: ${field.deprecationReason}`}</p>}
      <Description text={field.description} />
      {args.length > 0 && (
        <ul>
          {args.map((each) => (
            <Field key={each.name} field={each} onOpen={onOpen} />
          ))}
        </ul>
      )}
    </li>
  );
}

const fieldsOf = (type: GraphQLNamedType) => (isObjectType(type) || isInterfaceType(type) || isInputObjectType(type) ? Object.values(type.getFields()) : []);

function Type({ type, onOpen }: TypeProps) {
  return (
    <>
      <h3 translate="no">{type.name}</h3>
      <Description text={type.description} />
      <ul>
        {fieldsOf(type).map((field) => (
          <Field key={field.name} field={field} onOpen={onOpen} />
        ))}
        {isEnumType(type) &&
          type.getValues().map(({ name, description }) => (
            <li key={name}>
              <code>{name}</code>
              <Description text={description} />
            </li>
          ))}
        {isUnionType(type) &&
          type.getTypes().map((each) => (
            <li key={each.name}>
              <TypeLink type={each} onOpen={onOpen} />
            </li>
          ))}
      </ul>
    </>
  );
}

/** Return the types whose name, or the name of one of their fields, contains the text. */
function matching(schema: GraphQLSchema, text: string): GraphQLNamedType[] {
  const wanted = text.trim().toLowerCase();
  const contains = (name: string) => name.toLowerCase().includes(wanted);
  return Object.values(schema.getTypeMap())
    .filter((type) => !isIntrospectionType(type) && (contains(type.name) || fieldsOf(type).some(({ name }) => contains(name))))
    .toSorted((a, b) => Number(contains(b.name)) - Number(contains(a.name)) || a.name.localeCompare(b.name, 'en'));
}

/** The documentation of the schema: a type at a time, or the types that match a text. */
export function SchemaDocs({ schema }: { schema: GraphQLSchema }) {
  const [path, setPath] = useState<readonly string[]>([]);
  const [search, setSearch] = useState('');
  const root = schema.getQueryType();
  const name = path.at(-1) ?? root?.name ?? '';
  const type = schema.getType(name);
  const open = (next: string) => {
    setSearch('');
    setPath([...path, next]);
  };
  return (
    <section className={styles['docs']} aria-label={t`Schema`}>
      <SearchField label={t`Search the schema`} value={search} onChange={setSearch} />
      <p className={styles['roots']}>
        {path.length > 0 && (
          <button type="button" className={styles['type']} onClick={() => setPath(path.slice(0, -1))}>
            {t`Back`}
          </button>
        )}
        {[root, schema.getMutationType()].map((each) => each && <TypeLink key={each.name} type={each} onOpen={open} />)}
      </p>
      {search.trim() === '' ? (
        type && <Type type={type} onOpen={open} />
      ) : (
        <ul>
          {matching(schema, search).map((each) => (
            <li key={each.name}>
              <TypeLink type={each} onOpen={open} />
              <Description text={each.description} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
