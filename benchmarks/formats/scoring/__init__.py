"""What keeps score of read documents. Runs in the environment of the peers; knows files, not the product.

The measures are those of the published evaluators, reproduced to the last digit on their own files: NID, TEDS and MHS
as in opendataloader-bench (Apache-2.0) for DP-Bench (Upstage, MIT), adjacency relations as in ICDAR-2013 (Göbel et
al.). Written anew.
"""
