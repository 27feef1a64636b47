from kletka.cli import main

main()
