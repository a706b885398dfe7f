-- Searching by words reads the weights of every visible passage: they stay in the row, long texts do not.
alter table corpuses_passage alter column weights set storage main;
alter table corpuses_passage set (toast_tuple_target = 1024);
