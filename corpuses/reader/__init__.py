"""Answers to questions in the words of a text, found by the offline reader (`corpuses.llm.reader`)."""
